package coverage

import (
	"cmp"
	"maps"
	"slices"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func sortedValues[K comparable, V cmp.Ordered](m map[K]V) []V { return slices.Sorted(maps.Values(m)) }
