package python

import (
	"strings"

	"assay/ingest/facts"
)

// keepers are decorators from outside that leave under the name what was defined, or something that does nothing but
// run it when it is called. An entry that ends in a dot stands for all below.
var keepers = []string{
	"builtins.staticmethod", "builtins.classmethod", "builtins.property", "abc.", "functools.wraps", "functools.lru_cache",
	"functools.cache", "functools.cached_property", "functools.singledispatch", "functools.singledispatchmethod",
	"functools.total_ordering", "contextlib.contextmanager", "contextlib.asynccontextmanager", "typing.", "typing_extensions.",
	"dataclasses.dataclass", "enum.", "unittest.", "warnings.deprecated", "atexit.register", "types.coroutine",
	"asyncio.coroutine", "collections.abc.", "pytest.", "attr.", "attrs.", "pydantic.", "mock.", "hypothesis.", "weakref.finalize",
}

// isReplaced reports whether a decorator may have put something else in a definition's place: one of the repository or
// of a library of which that is not known.
func (m *Model) isReplaced(d *Definition) bool {
	if len(d.Decorators) == 0 {
		return false
	}
	if known, found := m.replaced[d]; found {
		return known
	}
	m.replaced[d] = false // while it runs: a decorator that is decorated by itself
	replaced := false
	for _, decorator := range d.Decorators {
		replaced = replaced || !m.keeps(d, decorator)
	}
	m.replaced[d] = replaced
	return replaced
}

func (m *Model) keeps(d *Definition, decorator facts.Decorator) bool {
	f := d.Module.Facts
	if text := f.Text(decorator.Text); strings.HasPrefix(text, d.Name+".") {
		return true // the setter or deleter of a property, an implementation of a generic function
	}
	e := decorator.Expr
	if x := f.At(e); x.Kind == facts.CallExpr {
		e = x.Base
	}
	for _, v := range m.evaluate(place{module: d.Module, scope: d.Scope, at: d.At, branch: d.Branch}, e).values {
		if v.kind != externalValue || !isKeeper(v.text) {
			return false
		}
	}
	return true
}

func isKeeper(dotted string) bool {
	for _, keeper := range keepers {
		if dotted == keeper || strings.HasSuffix(keeper, ".") && strings.HasPrefix(dotted, keeper) {
			return true
		}
	}
	return false
}

// madeByClass is the instance that stands in a definition's place where its outermost decorator is a class of the repository.
func (m *Model) madeByClass(d *Definition) (denotation, bool) {
	if len(d.Decorators) == 0 || !m.isReplaced(d) {
		return denotation{}, false
	}
	if m.depth >= maxFollowed {
		return denotation{}, false
	}
	m.depth++
	defer func() { m.depth-- }()
	decorator := m.evaluate(place{module: d.Module, scope: d.Scope, at: d.At, branch: d.Branch}, d.Decorators[0].Expr)
	if v := decorator.values[0]; len(decorator.values) == 1 && v.kind == classValue && v.definition != d {
		return one(value{kind: instanceValue, definition: v.definition}, "decorated"), true
	}
	return denotation{}, false
}
