package queries

// Answer is the reply to a question in plain words about a project. It asserts nothing that its evidence does not
// hold: each statement carries citations, and where the focus is missing, ambiguous or too thin it abstains and says
// what to ask next.
type Answer struct {
	Project  string         `json:"project"`
	Question string         `json:"question"`
	Contract AnswerContract `json:"answer_contract"`
	// Focus is the symbol that the question is about; null unless the contract is supported or names one.
	Focus           *Symbol            `json:"focus"`
	Candidates      []Symbol           `json:"candidates"`
	Statements      []Statement        `json:"statements"`
	Evidence        []AnswerEvidence   `json:"evidence"`
	Citations       []Citation         `json:"citations"`
	Confidence      float64            `json:"confidence"`
	ConfidenceLabel string             `json:"confidence_label"` // high, medium, low
	Fallback        Fallback           `json:"fallback"`
	Provenance      Provenance         `json:"provenance"`
	TimingsMS       map[string]float64 `json:"timings_ms"` // by stage: focus, evidence, statements, total
}

// AnswerStatus says what an answer is.
type AnswerStatus string

// Supported: statements with evidence. Candidates: a ranked list, nothing asserted. Abstained: Reason says why.
const (
	AnswerSupported  AnswerStatus = "supported"
	AnswerCandidates AnswerStatus = "candidates"
	AnswerAbstained  AnswerStatus = "abstained"
)

// Abstention is the reason why an answer asserts nothing.
type Abstention string

// The three abstentions.
const (
	AmbiguousFocus       Abstention = "ambiguous_focus"
	NoFocus              Abstention = "no_focus"
	InsufficientEvidence Abstention = "insufficient_evidence"
)

// AnswerContract says how an answer is meant. Reason is empty when it is supported; Detail is a sentence.
type AnswerContract struct {
	Status AnswerStatus `json:"status"`
	Reason Abstention   `json:"reason,omitempty"`
	Detail string       `json:"detail"`
	// Complete is the status of the lists behind the statements, with the reasons when it is not complete.
	Complete Status   `json:"complete"`
	Reasons  []string `json:"reasons"`
}

// Statement is one sentence with the citations that hold it.
type Statement struct {
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
}

// AnswerEvidence is one piece of evidence. Kind is definition, caller, callee, covering_test or
// member, and of an abstained answer candidate: a definition that a search found, of which nothing is said.
type AnswerEvidence struct {
	Kind      string  `json:"kind"`
	Symbol    string  `json:"symbol"` // qualified name, or the runner's id of a test
	Path      string  `json:"path"`
	StartLine int     `json:"start_line"`
	EndLine   int     `json:"end_line"`
	Score     float64 `json:"score"`
	Source    string  `json:"source,omitempty"` // evidence of the edge that leads here
	How       string  `json:"how,omitempty"`
	Citation  string  `json:"citation"`
	Text      string  `json:"text,omitempty"` // source as it was loaded
}

// Citation is a place in the loaded version of the source; its ID is "path:start-end@version".
type Citation struct {
	ID        string `json:"id"`
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Version   int64  `json:"version"`
}

// Fallback holds the calls that would bring the asker further.
type Fallback struct {
	Recommended []Call `json:"recommended"`
}

// Call is a call in the two spellings that work as they stand, with the reason to make it.
type Call struct {
	Why  string `json:"why"`
	CLI  string `json:"cli"`
	HTTP string `json:"http,omitempty"` // absent for what only the command line does
}

// Provenance says what an answer was made from.
type Provenance struct {
	Index    Index             `json:"index"`
	Versions map[string]string `json:"versions"` // answer contract, extractor
	Settings map[string]any    `json:"settings"`
	// Counts of the evidence that was found, by kind, before the selection.
	Counts map[string]int `json:"counts"`
}
