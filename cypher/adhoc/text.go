package adhoc

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"assay/internal/fault"
)

// maxStatement bounds a statement, in bytes: planning time grows with the text.
const maxStatement = 64 << 10

// statement is a text that passed the rules for text.
type statement struct {
	text    string // without EXPLAIN, PROFILE and a last semicolon: this very text is explained and then run
	explain bool   // only the plan was asked for
	profile bool   // PROFILE was left out
}

// unicodeEscape is what the server turns into a character before it reads words: it could make a keyword or end a string.
var unicodeEscape = regexp.MustCompile(`\\u+[0-9A-Fa-f]{4}`)

// readStatement applies the rules that need no server. They refuse by words what a plan may hide: the server plans some
// sub-queries inside of expressions, and their operators do not show.
func readStatement(text string) (statement, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return statement{}, fault.New(fault.Invalid, "the statement is empty").Fix("for example: MATCH (p:Project) RETURN p.name")
	case len(text) > maxStatement:
		return statement{}, fault.New(fault.Invalid, "the statement has %d bytes, the limit is %d", len(text), maxStatement).Fix("hand long values over as parameters")
	case !utf8.ValidString(text):
		return statement{}, fault.New(fault.Invalid, "the statement is no valid UTF-8")
	case unicodeEscape.MatchString(text):
		return statement{}, refuse("it holds a Unicode escape").Fix("write the character itself, or hand the text over as a parameter")
	}
	tokens, err := lex(text)
	if err != nil {
		return statement{}, err
	}
	s := statement{text: text}
	tokens = s.trim(tokens)
	if len(tokens) == 0 {
		return statement{}, fault.New(fault.Invalid, "the statement is empty").Fix("for example: MATCH (p:Project) RETURN p.name")
	}
	return s, checkTokens(tokens)
}

// trim cuts off a leading EXPLAIN or PROFILE and a last semicolon.
func (s *statement) trim(tokens []token) []token {
	start, end := 0, len(s.text)
	for len(tokens) > 0 && (tokens[0].is("EXPLAIN") || tokens[0].is("PROFILE")) {
		s.explain = s.explain || tokens[0].is("EXPLAIN")
		s.profile = s.profile || tokens[0].is("PROFILE")
		start, tokens = tokens[0].end, tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].mark(";") {
		end, tokens = tokens[len(tokens)-1].at, tokens[:len(tokens)-1]
	}
	s.text = s.text[start:end]
	return tokens
}

// checkTokens holds the words of a statement against the rules.
func checkTokens(tokens []token) error {
	if tokens[0].is("CYPHER") {
		return refuse("it begins with options").Fix("leave CYPHER and its options out")
	}
	for i := range tokens {
		if err := checkToken(tokens, i); err != nil {
			return err
		}
	}
	return nil
}

func checkToken(tokens []token, i int) error {
	at := func(n int) token {
		if n < 0 || n >= len(tokens) {
			return token{}
		}
		return tokens[n]
	}
	switch t := tokens[i]; {
	case t.mark(";"):
		return refuse("it holds several statements").Fix("send them one by one")
	case t.is("LOAD") && at(i+1).is("CSV"):
		return refuse("LOAD CSV reads files and the network")
	case t.is("USE") && at(i+1).word && beginsClause(at(i-1)):
		return refuse("USE chooses another database").Fix("leave USE out: the statement runs in the database that assay uses")
	case (t.is("SHOW") || t.is("TERMINATE")) && at(i-1).mark("{") && at(i+1).word:
		return refuse("%s cannot stand in a sub-query", strings.ToUpper(t.text))
	case t.word && !at(i-1).mark("."):
		return checkName(tokens, i)
	}
	return nil
}

// beginsClause reports whether a clause may begin behind a token.
func beginsClause(before token) bool {
	return before == token{} || before.mark("{") || before.is("UNION") || before.is("ALL") || before.is("DISTINCT")
}

// checkName refuses procedures and functions that are on no list, where a dotted name begins at a token.
func checkName(tokens []token, i int) error {
	call := tokens[i].is("CALL")
	if call {
		i++
	}
	name, after := dottedName(tokens, i)
	if !strings.Contains(name, ".") {
		return nil
	}
	called := after < len(tokens) && tokens[after].mark("(")
	switch {
	case call && !procedureAllowed(name):
		return refuseProcedure(name)
	case !call && called && !procedureAllowed(name) && !functionAllowed(name):
		return refuse("the function %s is not on the list of functions that read only", name)
	}
	return nil
}

// dottedName reads a.b.c from a token on, and gives the index behind it.
func dottedName(tokens []token, i int) (name string, after int) {
	var parts []string
	for i < len(tokens) && tokens[i].word {
		parts = append(parts, tokens[i].text)
		if i++; i >= len(tokens) || !tokens[i].mark(".") {
			break
		}
		i++
	}
	return strings.Join(parts, "."), i
}

// refuse is the fault of a statement that is not let through.
func refuse(format string, args ...any) *fault.Error {
	e := fault.New(fault.Invalid, format, args...)
	e.Message = "the statement is refused: " + e.Message
	return e
}

func refuseProcedure(name string) error {
	return refuse("the procedure %s is not on the list of procedures that read only", name).
		Fix("allowed: %s", strings.Join(procedures(), ", "))
}
