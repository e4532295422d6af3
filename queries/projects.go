package queries

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
)

// Projects lists the loaded projects by name.
func (s *Service) Projects(ctx context.Context) (*Envelope[Project], error) {
	all, err := s.reader.Projects(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the projects: %w", err)
	}
	reply := &Envelope[Project]{Items: []Project{}, Reasons: []string{}, Unresolved: Unresolved{Sites: []UnresolvedSite{}}}
	for _, p := range all {
		reply.Items = append(reply.Items, Project{
			Name: p.Project, Root: p.Root, Languages: append([]string{}, p.Languages...), Counts: p.Counts,
			LoadedAt: p.CreatedAt.UTC(), Index: s.index(ctx, p),
		})
	}
	reply.Total, reply.Shown, reply.Status = len(all), len(all), Complete
	return reply, nil
}

// shownReasons bounds the reasons that are counted one by one.
const shownReasons = 20

// Statistics counts what a project consists of.
func (s *Service) Statistics(ctx context.Context, project string) (*Statistics, error) {
	c, err := s.reader.Statistics(ctx, project)
	if err != nil {
		return nil, s.unknownProject(ctx, project, err)
	}
	reasons := []ReasonCount{}
	for _, reason := range slices.Sorted(maps.Keys(c.Reasons)) {
		reasons = append(reasons, ReasonCount{Reason: reason, Sites: c.Reasons[reason]})
	}
	slices.SortStableFunc(reasons, func(a, b ReasonCount) int { return cmp.Compare(b.Sites, a.Sites) })
	return &Statistics{
		Project: project, Nodes: c.Nodes, Edges: c.Edges, Evidence: c.Evidence, Files: c.Files,
		Unresolved: c.Unresolved, Reasons: reasons[:min(len(reasons), shownReasons)], Index: s.index(ctx, c.Snapshot),
	}, nil
}
