package queries

import (
	"context"
	"fmt"

	"assay/internal/fault"
)

// HubKind is a kind of hub.
type HubKind string

// Call hubs are used by very many symbols: called, referenced, inherited from, asked for as a fixture, imported. Test hubs
// were executed by most tests.
const (
	CallHub HubKind = "call"
	TestHub HubKind = "test"
)

// HubOptions choose the part of the hubs that is wanted.
type HubOptions struct {
	Kind   HubKind // "" is both
	Limit  int
	Cursor string
}

// HubItem is one hub. Degree is the number of its uses, or of the tests that executed it.
type HubItem struct {
	Symbol Symbol  `json:"symbol"`
	Kind   HubKind `json:"kind"`
	Degree int     `json:"degree"`
}

// HubsReply lists hubs, call hubs first, the greatest of each first.
type HubsReply struct {
	Envelope[HubItem]
	// CallBorder and TestBorder are the degrees from which a symbol counts as a hub: of uses, at least 50 and the lesser of
	// one for every hundred functions and ten times the 99th percentile; of tests, half of those that ran and at least 10.
	CallBorder int `json:"call_border"`
	TestBorder int `json:"test_border"`
	TestsRan   int `json:"tests_ran"` // tests that executed anything, when a run was imported last
}

// Hubs lists the symbols that very many use and those that most tests execute. They say little about what is special to
// a change, so bundles leave them out and name them.
func (s *Service) Hubs(ctx context.Context, project string, options HubOptions) (*HubsReply, error) {
	if options.Kind != "" && options.Kind != CallHub && options.Kind != TestHub {
		return nil, fault.New(fault.Invalid, "there is no kind of hub %q", shorten(string(options.Kind))).Fix("use call or test, or none for both")
	}
	p, err := at(ListOptions{Limit: options.Limit, Cursor: options.Cursor}, "hubs", project, string(options.Kind))
	if err != nil {
		return nil, err
	}
	found, err := s.reader.Hubs(ctx, project)
	if err != nil {
		return nil, s.unknownProject(ctx, project, err)
	}
	if err := p.check(found.Version); err != nil {
		return nil, err
	}
	all := []HubItem{}
	if options.Kind != TestHub {
		all = append(all, hubItems(CallHub, found.Calls)...)
	}
	if options.Kind != CallHub {
		all = append(all, hubItems(TestHub, found.Tests)...)
	}
	reply := &HubsReply{CallBorder: found.CallBorder, TestBorder: found.TestBorder, TestsRan: found.TestsRan}
	reply.Envelope = *pageOf(s.index(ctx, found.Snapshot), p, slicePage(p, all), len(all))
	found.completeness(&reply.Envelope, options.Kind)
	settle(&reply.Envelope)
	return reply, nil
}

func (h Hubs) completeness(reply *Envelope[HubItem], kind HubKind) {
	if h.Dated {
		reply.Status = Unknown
		reply.Reasons = append(reply.Reasons, "The project was loaded before hubs were found out: load it again (assay ingest PATH).")
	}
	if h.TestsRan == 0 && kind != CallHub {
		reply.Reasons = append(reply.Reasons, "No test run is imported, so test hubs are not known. Import one: assay import coverage FILE.")
	}
	for name, n := range map[string]int{"call": len(h.Calls), "test": len(h.Tests)} {
		if n == maxHubs && string(kind) != name {
			reply.Reasons = append(reply.Reasons, fmt.Sprintf("Only the greatest %d %s hubs are kept.", maxHubs, name))
		}
	}
}

func hubItems(kind HubKind, hubs []Hub) []HubItem {
	all := []HubItem{}
	for _, h := range hubs {
		all = append(all, HubItem{Symbol: h.Symbol, Kind: kind, Degree: h.Degree})
	}
	return all
}

// byID gives the hubs by identifier; of a symbol that is both the call hub.
func (h Hubs) byID() map[string]HubItem {
	all := map[string]HubItem{}
	for _, item := range append(hubItems(TestHub, h.Tests), hubItems(CallHub, h.Calls)...) {
		all[item.Symbol.ID] = item
	}
	return all
}

// pageOf puts a page of items that are not about one symbol into its reply.
func pageOf[T any](index Index, p position, items []T, total int) *Envelope[T] {
	return &Envelope[T]{
		Items: items, Total: total, Shown: len(items), Truncated: len(items) < total, Cursor: p.next(index.Version, len(items), total),
		Unresolved: Unresolved{Sites: []UnresolvedSite{}}, Index: index,
	}
}
