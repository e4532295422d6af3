package queries

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/internal/terms"
)

// Tiers of a search, the first one first.
const (
	tierExact = "exact"
	tierAll   = "all_words"
	tierSome  = "some_words"
)

var tiers = []string{tierExact, tierAll, tierSome}

// Fields in which a word is met, and what each is worth beside a name.
const (
	fieldName  = "name"
	fieldOwner = "owner"
	fieldText  = "text"
)

var fieldWorth = map[string]float64{fieldName: 1, fieldOwner: 0.66, fieldText: 0.33}

// howWorth is what a way to meet a word is worth beside the word itself.
var howWorth = map[string]float64{howWord: 1, howBeginning: 0.7, howSpelling: 0.5}

// Confidence that a hit is what was meant: of exact names it is shared among them; of words it is the score times what a
// tier is worth. Measured over 18 repositories, the first hit of a search by words is right in 20 to 40 % of the cases.
const (
	exactConfidence = 0.95
	allConfidence   = 0.6
	someConfidence  = 0.3
)

// Words of a question that are no evidence by themselves: once a hit bears two of at least manyWords, those with one go.
const manyWords = 3

// meet finds out which words each hit bears, where and how.
func (f *finding) meet() {
	f.met = make([][]SearchMatch, len(f.found.Hits))
	for i, h := range f.found.Hits {
		fields := []struct {
			name  string
			terms []string
		}{{fieldName, ownTerms(h)}, {fieldOwner, strings.Fields(h.Name)}, {fieldText, strings.Fields(h.Text)}}
		f.met[i] = make([]SearchMatch, len(f.words))
		for k, word := range f.words {
			for _, field := range fields {
				if how := word.Meets(field.terms); how != "" {
					f.met[i][k] = SearchMatch{Word: word.Text, Field: field.name, How: how}
					break
				}
			}
		}
	}
}

// bearers counts the hits that bear a word.
func (f *finding) bearers(word int) int {
	n := 0
	for _, met := range f.met {
		n += btoi(met[word].Field != "")
	}
	return n
}

// rank orders what was found.
func (f *finding) rank() []SearchHit {
	ranked := []SearchHit{}
	exact := map[string]bool{}
	for _, s := range f.exact.Symbols {
		exact[s.ID] = true
		ranked = append(ranked, exactHit(s, f.text, f.exact.Total))
	}
	weights := f.weights()
	best := 0
	for i, h := range f.found.Hits {
		if hit := score(h, f.met[i], weights); !exact[h.Symbol.ID] && len(hit.Match) > 0 {
			best = max(best, len(hit.Match))
			ranked = append(ranked, hit)
		}
	}
	ranked = slices.DeleteFunc(ranked, func(h SearchHit) bool {
		return h.Tier == tierSome && len(f.words) >= manyWords && best > 1 && len(h.Match) == 1
	})
	slices.SortFunc(ranked, byRank)
	return ranked
}

func byRank(a, b SearchHit) int {
	return cmp.Or(
		cmp.Compare(slices.Index(tiers, a.Tier), slices.Index(tiers, b.Tier)), cmp.Compare(testsLast(a.Symbol), testsLast(b.Symbol)),
		cmp.Compare(b.Score, a.Score), cmp.Compare(a.Symbol.Path, b.Symbol.Path), cmp.Compare(a.Symbol.StartLine, b.Symbol.StartLine),
		cmp.Compare(a.Symbol.ID, b.Symbol.ID))
}

func testsLast(s Symbol) int { return btoi(isTest(s)) }

func exactHit(s Symbol, text string, several int) SearchHit {
	confidence := round(exactConfidence / float64(several))
	return SearchHit{
		Symbol: s, Tier: tierExact, Score: 1, Confidence: confidence, ConfidenceLabel: confidenceLabel(confidence),
		Match: []SearchMatch{{Word: text, Field: fieldName, How: tierExact}},
	}
}

// weights are what each word says: a word that few of the hits bear says more.
func (f *finding) weights() []float64 {
	weights := make([]float64, len(f.words))
	for i := range f.words {
		weights[i] = math.Log(1 + float64(len(f.met)+1)/float64(f.bearers(i)+1))
	}
	return weights
}

// score weighs where and how each word is met, and how much of the name the words cover.
func score(h Hit, met []SearchMatch, weights []float64) SearchHit {
	hit := SearchHit{Symbol: h.Symbol, Tier: tierSome, Match: []SearchMatch{}}
	sum, whole, inName := 0.0, 0.0, 0
	for i, m := range met {
		whole += weights[i]
		if m.Field == "" {
			continue
		}
		hit.Match = append(hit.Match, m)
		sum += weights[i] * fieldWorth[m.Field] * howWorth[m.How]
		inName += btoi(m.Field == fieldName)
	}
	covered := min(1, float64(inName)/float64(max(1, len(terms.Words(h.Symbol.Name)))))
	hit.Score = round(sum / whole * (0.8 + 0.2*covered) * kindWorth(h.Symbol))
	worth := someConfidence
	if len(hit.Match) == len(met) {
		hit.Tier, worth = tierAll, allConfidence
	}
	hit.Confidence = round(worth * hit.Score)
	hit.ConfidenceLabel = confidenceLabel(hit.Confidence)
	return hit
}

// kindWorth puts what is defined in a file before the file.
func kindWorth(s Symbol) float64 {
	if isModule(s) || s.Kind == kindFile {
		return 0.85
	}
	return 1
}

// ownTerms are the terms of a definition's name without those of what it is defined in. A module's are all of its name's.
func ownTerms(h Hit) []string {
	if isModule(h.Symbol) {
		return strings.Fields(h.Name)
	}
	words := terms.Words(h.Symbol.Name)
	own := []string{terms.Joined(words)}
	for _, word := range words {
		own = append(own, terms.Forms(word)...)
	}
	return own
}
