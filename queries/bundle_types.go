package queries

// Bundle is what an agent needs to edit a symbol, chosen to fit into a budget of tokens: its source, the tests that
// cover it with their source, their fixtures, the places that use it, and the heads of what it uses.
type Bundle struct {
	Symbol Symbol `json:"symbol"`
	Budget int    `json:"budget"` // tokens
	Tokens int    `json:"tokens"` // of the parts together; never more than the budget
	// Rule says how tokens are counted: of each part, 12 for its place and one for every 3 bytes of its text.
	Rule  string       `json:"rule"`
	Parts []BundlePart `json:"parts"` // definition, tests, fixtures, callers, callees
	// LeftOut says what did not come in, and why.
	LeftOut []BundleLeftOut `json:"left_out"`
	Hub     *HubItem        `json:"hub,omitempty"` // of a symbol that is one
	// Hubs are the callers, callees and fixtures that were left out because very many symbols or most tests use them.
	Hubs    []HubItem `json:"hubs"`
	Status  Status    `json:"status"` // of the lists behind the parts
	Reasons []string  `json:"reasons"`
	Index   Index     `json:"index"`
}

// BundlePart is a piece of source with the reason to read it.
type BundlePart struct {
	Kind       string   `json:"kind"` // definition, test, fixture, caller, callee
	Symbol     Symbol   `json:"symbol"`
	Tests      []string `json:"tests,omitempty"` // runner's identifiers of the tests that run this body
	StartLine  int      `json:"start_line"`
	EndLine    int      `json:"end_line"`
	Lines      []int    `json:"lines,omitempty"`    // where a caller uses the symbol
	Evidence   string   `json:"evidence,omitempty"` // of the edge that leads here
	Confidence float64  `json:"confidence"`
	Tokens     int      `json:"tokens"`
	Text       string   `json:"text"`
}

// BundleLeftOut counts what of a kind did not come in.
type BundleLeftOut struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"` // parts; of the definition lines
	Why   string `json:"why"`
}

// MadeFrom is the state that the reply was made from.
func (b *Bundle) MadeFrom() Index { return b.Index }

// Kinds of parts.
const (
	partDefinition = "definition"
	partTest       = "test"
	partFixture    = "fixture"
	partCaller     = "caller"
	partCallee     = "callee"
)

// partKinds is the order of the parts: tests before prose, and places that use the symbol before what it uses.
var partKinds = []string{partTest, partFixture, partCaller, partCallee}

// How tokens are counted. Code has 3 to 4 bytes a token with the vocabularies of today's models, so a bundle stays below
// its budget; no vocabulary is loaded for it.
const (
	bytesPerToken = 3
	tokensPerPart = 12
	tokenRule     = "12 a part and 1 for every 3 bytes of its text"
)

// Tokens counts a part with this text.
func Tokens(text string) int { return tokensPerPart + (len(text)+bytesPerToken-1)/bytesPerToken }
