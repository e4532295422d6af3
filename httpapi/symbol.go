package httpapi

import "net/http"

func symbol(questions Questions, r *http.Request) (any, error) {
	f, err := readSymbolQuestion(r)
	if err != nil {
		return nil, err
	}
	return questions.Symbol(r.Context(), f.project, f.symbol)
}

// readSymbolQuestion reads a question that takes a symbol and nothing else.
func readSymbolQuestion(r *http.Request) (focus, error) {
	f, err := readFocus(r)
	if err != nil {
		return f, err
	}
	return f, f.done()
}
