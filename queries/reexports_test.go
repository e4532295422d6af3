package queries_test

import (
	"testing"

	"assay/internal/fault"
	"assay/queries"
)

// offers is a package that offers names of its modules as its own.
const offers = `
file src/click/__init__.py 9
file src/click/utils.py 40
file src/click/old.py 40
file app.py 9
def function src/click/utils.py echo 1-3
def class src/click/utils.py Context 5-20
def method src/click/utils.py Context.invoke 6-8
def function src/click/utils.py style 22-24
def function src/click/old.py style 1-3
def function src/click/utils.py visit_Output 30-32
def function app.py visit 1-5
src/click/__init__.py::<module> -REFERENCES-> src/click/utils.py::echo exact 1 alias=echo
src/click/__init__.py::<module> -REFERENCES-> src/click/utils.py::Context#class exact 2 alias=Context
src/click/__init__.py::<module> -REFERENCES-> src/click/utils.py::style inferred 3 alias=paint
src/click/__init__.py::<module> -REFERENCES-> src/click/old.py::style inferred 4 alias=paint
src/click/__init__.py::<module> -REFERENCES-> src/click/old.py::style exact 5
app.py::visit -MAY_CALL-> ?visit_* guess 3 reason=the_name_is_computed
app.py::visit -MAY_CALL-> ?*_Output guess 4 reason=the_name_is_computed
app.py::visit -MAY_CALL-> ?visitor_* guess 5 reason=the_name_is_computed`

func TestPublicNames(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(offers)
		for spelling, want := range map[string]string{
			"click.echo":           "src/click/utils.py::echo",
			"src.click.echo":       "src/click/utils.py::echo",
			"click.Context":        "src/click/utils.py::Context#class",
			"click.Context.invoke": "src/click/utils.py::Context.invoke",
			"click.utils.echo":     "src/click/utils.py::echo",
		} {
			got, err := b.service.Callers(b.Context(), project, spelling, queries.ListOptions{})
			if err != nil {
				b.Errorf("%q: %v", spelling, err)
			} else if got.Symbol.ID != want {
				b.Errorf("%q names %s, want %s", spelling, got.Symbol.ID, want)
			}
		}
		_, err := b.service.Impact(b.Context(), project, "click.paint", queries.ImpactOptions{})
		if f := b.fails(err, fault.Ambiguous); len(f.Candidates) != 2 {
			b.Errorf("candidates %v", f.Candidates)
		}
		for _, missing := range []string{"click.style", "click.Context.echo", "click.invoke"} {
			_, err := b.service.Symbol(b.Context(), project, missing)
			b.fails(err, fault.NotFound)
		}
	})
}

// A name that a program makes of a text may be any that fits.
func TestComputedNames(t *testing.T) {
	onBoth(t, func(b *bed) {
		project := b.load(offers)
		got := must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "visit_Output", queries.ListOptions{}))
		names := []string{}
		for _, site := range got.Unresolved.Sites {
			names = append(names, site.Name)
		}
		b.equal("names", []string{"visit_*", "*_Output"}, names)
		if got.Status != queries.Partial || got.Unresolved.Total != 2 {
			b.Errorf("status %s, %d unresolved", got.Status, got.Unresolved.Total)
		}
		got = must[*queries.Envelope[queries.Item]](b)(b.service.Callers(b.Context(), project, "click.utils.echo", queries.ListOptions{}))
		if got.Status != queries.Complete || got.Unresolved.Total != 0 {
			b.Errorf("echo: status %s, %d unresolved", got.Status, got.Unresolved.Total)
		}
	})
}
