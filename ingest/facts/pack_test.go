package facts

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestRoundTrip holds that facts come out of their packed form as they went in.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Int32Range(0, 1000)
		index := rapid.Int32Range(-1, 1000)
		expr := rapid.Custom(func(t *rapid.T) Expr { return Expr(small.Draw(t, "expr")) })
		want := &File{
			Lines: 3,
			Names: []string{"", "a"},
			Expressions: rapid.SliceOf(rapid.Custom(func(t *rapid.T) Expression {
				return Expression{
					Kind: ExprKind(rapid.Uint8Range(0, 30).Draw(t, "kind")), HasMore: rapid.Bool().Draw(t, "more"),
					Name: Name(small.Draw(t, "name")), Base: expr.Draw(t, "base"), First: expr.Draw(t, "first"),
					Next: expr.Draw(t, "next"), Line: small.Draw(t, "line"),
				}
			})).Draw(t, "expressions"),
			Sites: rapid.SliceOf(rapid.Custom(func(t *rapid.T) Site {
				return Site{
					Kind: SiteKind(rapid.Uint8Range(0, 7).Draw(t, "kind")), Scope: small.Draw(t, "scope"), Expr: expr.Draw(t, "expr"),
					Value: expr.Draw(t, "value"), Branch: small.Draw(t, "branch"), At: small.Draw(t, "at"), Line: small.Draw(t, "line"),
				}
			})).Draw(t, "sites"),
			Scopes: []Scope{{Kind: ModuleScope, Parent: -1, Definition: -1, Bindings: rapid.SliceOf(rapid.Custom(func(t *rapid.T) Binding {
				return Binding{
					Name: Name(small.Draw(t, "name")), Kind: BindingKind(rapid.Uint8Range(0, 9).Draw(t, "kind")),
					Target: index.Draw(t, "target"), Value: expr.Draw(t, "value"), Annotation: expr.Draw(t, "annotation"),
					Branch: small.Draw(t, "branch"), At: small.Draw(t, "at"), Line: small.Draw(t, "line"),
				}
			})).Draw(t, "bindings")}},
			Definitions: []Definition{{Kind: Class, Name: 1, Body: 2, Bases: []Expr{4}, Decorators: []Decorator{{Expr: 1, Text: 1}}}},
		}
		packed, err := cbor.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got := new(File)
		if err := cbor.Unmarshal(packed, got); err != nil {
			t.Fatal(err)
		}
		opts := cmp.Options{
			cmp.Transformer("nil", func(x Expressions) []Expression { return append([]Expression{}, x...) }),
			cmp.Transformer("nil", func(x Sites) []Site { return append([]Site{}, x...) }),
			cmp.Transformer("nil", func(x Bindings) []Binding { return append([]Binding{}, x...) }),
			cmp.AllowUnexported(Scope{}, Definition{}, Decorator{}, Branch{}, Import{}, Parameter{}, Lost{}),
		}
		if diff := cmp.Diff(want, got, opts); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestDamagedPack holds that cut or foreign bytes are an error, never a crash.
func TestDamagedPack(t *testing.T) {
	whole, err := Sites{{Expr: 300, Line: 5}, {Expr: 301, Line: 9}}.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := new(Sites).UnmarshalBinary(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes were taken for whole", n, len(whole))
		}
	}
	if err := new(Expressions).UnmarshalBinary([]byte{0xff, 0xff, 0xff, 0xff, 0x0f}); err == nil {
		t.Error("a length beyond the data was believed")
	}
}
