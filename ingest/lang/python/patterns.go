package python

import (
	"maps"
	"slices"
	"strings"

	"assay/ingest/facts"
	"assay/internal/graph"
)

// computedReason is the reason of an attribute or name that is asked for by a text.
const computedReason = "the name is computed"

// namedAttribute writes what `getattr(object, name)` reads: the attribute, where object and name are known, else what may
// be meant.
func (w *walker) namedAttribute(object facts.Expr) {
	m, f := w.linker.model, w.place.module.Facts
	second := f.At(object).Next
	if second == 0 {
		return
	}
	for _, name := range w.namesOf(second, 0) {
		if strings.Contains(name, anyText) {
			w.mayBeNamed(name, computedReason)
			continue
		}
		d := m.attribute(w.place, m.evaluate(w.place, object), name)
		w.passed(d)
		for _, v := range d.values {
			switch v.kind {
			case functionValue, classValue, variableValue:
				w.refer(v.definition.ID, d.evidence, d.how, len(d.values))
			case moduleValue:
				w.refer(v.module.ID, d.evidence, d.how, len(d.values))
			default:
				if reason := readReason(v); reason != "" {
					w.mayBeNamed(name, reason)
				}
			}
		}
	}
}

// tableRead writes what is read of a table of names: globals()["x"], vars(object)[name].
func (w *walker) tableRead(table, key facts.Expr) {
	f, module := w.place.module.Facts, w.place.module
	callee := f.At(f.At(table).Base)
	own := callee.Kind == facts.Ident && f.Text(callee.Name) == "globals" && !module.hasStars
	for _, name := range w.namesOf(key, 0) {
		before, after, computed := strings.Cut(name, anyText)
		switch {
		case !own || before == "" && after == "":
			w.mayBeNamed(name, computedReason)
		case computed:
			w.mayBeOwn(before, lastPart(after))
		default:
			d := w.linker.model.moduleAttribute(module, name)
			for _, definition := range d.definitions() {
				w.refer(definition.ID, d.evidence, "globals", len(d.values))
			}
		}
	}
}

// mayBeOwn tells the names of the file that begin and end so.
func (w *walker) mayBeOwn(prefix, suffix string) {
	for _, name := range slices.Sorted(maps.Keys(w.place.module.numbers)) {
		if fits(name, prefix, suffix) {
			w.mayBeNamed(name, computedReason)
		}
	}
}

func fits(name, prefix, suffix string) bool {
	return len(name) >= len(prefix)+len(suffix) && strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// tableGet writes what `globals().get("x")` reads.
func (w *walker) tableGet(callee facts.Expression) {
	f := w.place.module.Facts
	if callee.Kind != facts.Attr || f.Text(callee.Name) != "get" {
		return
	}
	call := f.At(w.site.Expr)
	table := f.At(callee.Base)
	if of := f.At(table.Base); table.Kind == facts.CallExpr && of.Kind == facts.Ident && f.Text(of.Name) == "globals" && call.First != 0 {
		w.tableRead(callee.Base, call.First)
	}
}

// mayBeNamed tells a name or a pattern that is asked for, when some definition of the repository bears such a name.
func (w *walker) mayBeNamed(name, reason string) {
	before, after, found := strings.Cut(name, anyText)
	switch {
	case !found && w.linker.defined[name]:
		w.mayCall(name, reason)
	case found && w.linker.bears(before, lastPart(after)):
		w.mayCall(graph.NamePattern(before, lastPart(after)), reason)
	}
}

func lastPart(pattern string) string { return pattern[strings.LastIndex(pattern, anyText)+1:] }

// bears reports whether some definition has a name that begins and ends so. Without either it says nothing.
func (l *linker) bears(prefix, suffix string) bool {
	if prefix == "" && suffix == "" {
		return false
	}
	key := prefix + anyText + suffix
	known, found := l.borne[key]
	if found {
		return known
	}
	for name := range l.defined {
		if fits(name, prefix, suffix) {
			known = true
			break
		}
	}
	l.borne[key] = known
	return known
}

// anyText stands in a pattern for text that is not known, as extraction writes it.
const anyText = "*"

// Bounds of the texts that a name is computed from.
const (
	maxComputed = 8  // steps from one variable or sum to the next
	maxNames    = 50 // texts that an expression may give
)

// namesOf lists the texts that an expression may give, with "*" for the parts that are not known.
func (w *walker) namesOf(e facts.Expr, depth int) []string {
	f := w.place.module.Facts
	x := f.At(e)
	if depth > maxComputed {
		return []string{anyText}
	}
	switch x.Kind {
	case facts.Text:
		if !x.HasMore {
			return []string{f.Text(x.Name)}
		}
	case facts.FormatText:
		if pattern := f.Text(x.Name); pattern != "" {
			return []string{pattern}
		}
	case facts.Choice:
		var all []string
		for _, one := range f.List(x.First) {
			all = append(all, w.namesOf(one, depth+1)...)
		}
		return all[:min(len(all), maxNames)]
	case facts.Sum:
		all := []string{""}
		for _, part := range f.List(x.First) {
			all = joined(all, w.namesOf(part, depth+1))
		}
		return all
	case facts.CallExpr:
		return w.namesOfCall(x, depth)
	case facts.Ident:
		return w.namesOfVariable(x.Name, depth)
	}
	return []string{anyText}
}

// joined are all texts of one list with all of another behind them.
func joined(before, after []string) []string {
	var all []string
	for _, b := range before {
		for _, a := range after {
			if len(all) < maxNames {
				all = append(all, b+a)
			}
		}
	}
	return all
}

// namesOfCall reads "{}_x".format(y), and texts whose case or ends are changed.
func (w *walker) namesOfCall(x facts.Expression, depth int) []string {
	f := w.place.module.Facts
	callee := f.At(x.Base)
	if callee.Kind != facts.Attr {
		return []string{anyText}
	}
	switch f.Text(callee.Name) {
	case "format":
		if text := f.At(callee.Base); text.Kind == facts.Text && !text.HasMore {
			return []string{formatted(f.Text(text.Name))}
		}
	case "lower", "casefold":
		all := w.namesOf(callee.Base, depth+1)
		for i := range all {
			all[i] = strings.ToLower(all[i])
		}
		return all
	}
	return []string{anyText}
}

// formatted is the pattern of a text for str.format: what stands in braces is anything.
func formatted(text string) string {
	var all strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		all.WriteString(before)
		if !found {
			break
		}
		_, text, _ = strings.Cut(rest, "}")
		all.WriteString(anyText)
	}
	return all.String()
}

// namesOfVariable are the texts that a variable is assigned, all of them known or not.
func (w *walker) namesOfVariable(name facts.Name, depth int) []string {
	f := w.place.module.Facts
	for s := w.place.scope; s >= 0; s = f.Scopes[s].Parent {
		var all []string
		for _, b := range f.Scopes[s].Bindings {
			switch {
			case b.Name != name:
			case b.Kind == facts.BindAssign && b.Value != 0:
				all = append(all, w.namesOf(b.Value, depth+1)...)
			default:
				all = append(all, anyText)
			}
		}
		if len(all) > 0 {
			return all[:min(len(all), maxNames)]
		}
	}
	return []string{anyText}
}
