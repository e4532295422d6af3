package python

import (
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// generic lists the functions that are registered with a generic function (functools.singledispatch): a call of that may
// run one of them.
func (m *Model) generic(d *Definition) []*Definition {
	if !d.hasDecorator("singledispatch", "singledispatchmethod") {
		return nil
	}
	if m.registered == nil {
		m.registered = map[*Definition][]*Definition{}
		for _, module := range m.Modules {
			for _, other := range module.Definitions {
				m.register(other)
			}
		}
	}
	return m.registered[d]
}

func (m *Model) register(d *Definition) {
	f := d.Module.Facts
	for _, decorator := range d.Decorators {
		if !strings.Contains(f.Text(decorator.Text), ".register") {
			continue
		}
		x := f.At(decorator.Expr)
		if x.Kind == facts.CallExpr {
			x = f.At(x.Base)
		}
		if x.Kind != facts.Attr || f.Text(x.Name) != "register" {
			continue
		}
		for _, v := range m.evaluate(place{module: d.Module, scope: d.Scope, at: d.At, branch: d.Branch}, x.Base).values {
			if v.kind == functionValue {
				m.registered[v.definition] = append(m.registered[v.definition], d)
			}
		}
	}
}

// callRegistered writes that a call of a generic function may run what is registered with it.
func (w *walker) callRegistered(d *Definition, e graph.Edge) {
	list := w.linker.model.generic(d)
	e.Evidence, e.Candidates, e.How = weaker(e.Evidence, graph.Inferred), len(list)+1, "singledispatch"
	for _, other := range list {
		if other.Module.isTest() && !w.place.module.isTest() {
			continue
		}
		e.To = other.ID
		w.linker.add(e, w.site.Line)
	}
}
