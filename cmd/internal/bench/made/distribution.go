package made

import (
	"math"
	"math/rand/v2"
	"slices"
)

// percentiles are those at which a distribution is kept; the tail, where the hubs are, is kept closest.
var percentiles = []float64{0, 10, 25, 40, 50, 60, 70, 75, 80, 85, 90, 95, 97, 98, 99, 99.5, 99.9, 100}

// Distribution is how a number is spread over many nodes.
type Distribution struct {
	Count int     `json:"count"` // nodes
	Mean  float64 `json:"mean"`
	// At has the value at each of the percentiles 0, 10, 25, 40, 50, 60, 70, 75, 80, 85, 90, 95, 97, 98, 99, 99.5, 99.9
	// and 100, by nearest rank.
	At []int `json:"at"`
}

// distributionOf describes values, of which there must be one at least.
func distributionOf(values []int) Distribution {
	values = slices.Sorted(slices.Values(values))
	d := Distribution{Count: len(values)}
	for _, p := range percentiles {
		d.At = append(d.At, values[max(0, int(math.Ceil(p/100*float64(len(values))))-1)])
	}
	sum := 0
	for _, v := range values {
		sum += v
	}
	d.Mean = math.Round(100*float64(sum)/float64(len(values))) / 100
	return d
}

// Percentile gives the value at one of the kept percentiles, 0 at any other.
func (d Distribution) Percentile(p float64) int {
	if i := slices.Index(percentiles, p); i >= 0 && i < len(d.At) {
		return d.At[i]
	}
	return 0
}

// draw gives a value as the distribution has them. Between two percentiles it goes geometrically, as heavy tails do.
func (d Distribution) draw(random *rand.Rand) int { return d.value(100 * random.Float64()) }

func (d Distribution) value(p float64) int {
	i, found := slices.BinarySearch(percentiles, p)
	if found || i == 0 {
		return d.At[i]
	}
	low, high := float64(d.At[i-1]), float64(d.At[i])
	share := (p - percentiles[i-1]) / (percentiles[i] - percentiles[i-1])
	if high-low <= 1 { // the step lies somewhere between: half of the range each
		return int(math.Round(low + share*(high-low)))
	}
	return int(math.Round((low+1)*math.Pow((high+1)/(low+1), share) - 1))
}

// spread draws count values by going through the percentiles evenly in random order: a small sample then has the tail
// that a large one has, and any sample nearly the same mean.
func (d Distribution) spread(random *rand.Rand, count int) []int {
	values := make([]int, count)
	for i := range values {
		values[i] = d.value(100 * (float64(i) + 0.5) / float64(count))
	}
	random.Shuffle(count, func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values
}
