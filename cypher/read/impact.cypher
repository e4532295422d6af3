// Purpose: the symbols from which a chain of edges leads to one of the targets, each at its shortest distance, and the
//   bodies of the tests that ask for a fixture among them; the edges between those that are given; the unresolved sites
//   that call one of the names, or the name of a symbol at distance 1.
// Parameters: $project (name), $targets (identifiers), $names (identifiers of Name nodes), $evidence (kinds that count),
//   $depth (1 to 256), $limit (symbols counted, the nearest), $bound ($limit + number of targets + 1), $wanted (symbols
//   that are neither test nor own for which rows are given; whole distances are), $own_path and $own_prefix (file and
//   beginning of the qualified names of the targets' own class; '': none), $sites (unresolved sites given).
// Columns: version_before, version_after, snapshot, others, tests, own (numbers), more ($limit cut the search), rows (list
//   of {symbol, depth}), edges (list of {from, to, type, evidence, how, candidates, lines, path, holder}), frontier
//   (unresolved sites), unresolved_total, unresolved.
// Bound: one row of $limit symbols and their edges. Each branch is a pruned breadth-first search that visits a node once
//   and ends at $bound; Cypher takes no parameter for the length of a path, hence one branch a range of depths.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  UNWIND $targets AS id
  MATCH (t:Symbol {graph: p.graph, id: id})
  CALL (t) {
    WITH t WHERE $depth = 1
    MATCH path = (t)<-[:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES*1..1]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN $evidence)
    WITH c, min(length(path)) AS depth ORDER BY depth LIMIT $bound
    RETURN c, depth
    UNION ALL
    WITH t WHERE $depth = 2
    MATCH path = (t)<-[:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES*1..2]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN $evidence)
    WITH c, min(length(path)) AS depth ORDER BY depth LIMIT $bound
    RETURN c, depth
    UNION ALL
    WITH t WHERE $depth IN [3, 4]
    MATCH path = (t)<-[:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES*1..4]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN $evidence)
    WITH c, min(length(path)) AS depth ORDER BY depth LIMIT $bound
    RETURN c, depth
    UNION ALL
    WITH t WHERE $depth >= 5 AND $depth <= 8
    MATCH path = (t)<-[:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES*1..8]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN $evidence)
    WITH c, min(length(path)) AS depth ORDER BY depth LIMIT $bound
    RETURN c, depth
    UNION ALL
    WITH t WHERE $depth > 8
    MATCH path = (t)<-[:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES*1..256]-(c)
    WHERE all(e IN relationships(path) WHERE e.evidence IN $evidence)
    WITH c, min(length(path)) AS depth ORDER BY depth LIMIT $bound
    RETURN c, depth
  }
  WITH c, min(depth) AS depth
  WHERE depth <= $depth AND NOT c.id IN $targets
  ORDER BY depth LIMIT $bound
  RETURN collect({symbol: c, depth: depth, asks: false}) AS walked
}
CALL (p, walked) {
  CALL (p, walked) {
    UNWIND $targets AS id
    MATCH (fixture:Fixture:Symbol {graph: p.graph, id: id})
    RETURN fixture, 0 AS depth
    UNION ALL
    UNWIND walked[..$limit] AS row
    WITH row.symbol AS fixture, row.depth AS depth WHERE fixture:Fixture
    RETURN fixture, depth
  }
  WITH fixture, depth WHERE depth < $depth
  MATCH (fixture)<-[e:USES_FIXTURE]-(:Test)-[:RUNS]->(c:Symbol)
  WHERE e.evidence IN $evidence AND NOT c.id IN $targets
  WITH c, min(depth) + 1 AS depth LIMIT $bound
  RETURN collect({symbol: c, depth: depth, asks: true}) AS users
}
CALL (walked, users) {
  UNWIND walked[..$limit] + users[..$limit] AS row
  WITH row.symbol AS c, min(row.depth) AS depth, max(row.asks) AS asks
  RETURN collect({symbol: c, depth: depth, asks: asks, side: CASE
    WHEN c.role IN ['test', 'fixture'] THEN 'test'
    WHEN c.path = $own_path AND replace(c.qualified_name, '.<locals>', '') STARTS WITH $own_prefix THEN 'own'
    ELSE 'other'
  END}) AS reached, coalesce(max(depth), 0) AS deepest
}
WITH p, version_before, reached, size(walked) > $limit OR size(users) > $limit AS more,
  coalesce(head([d IN range(1, deepest)
    WHERE size([row IN reached WHERE row.side = 'other' AND row.depth <= d]) >= $wanted]), deepest) AS border
WITH p, version_before, more, size([row IN reached WHERE row.side = 'other']) AS others,
  size([row IN reached WHERE row.side = 'test']) AS tests, size([row IN reached WHERE row.side = 'own']) AS own,
  [row IN reached WHERE row.depth <= border] AS near,
  [d IN range(0, border) | [row IN reached WHERE row.depth = d | row.symbol]] AS levels
CALL (near) {
  UNWIND near AS row
  WITH row.symbol AS c, row.depth AS depth
  RETURN collect({depth: depth, symbol: c {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS rows
}
CALL (near, levels) {
  UNWIND near AS row
  WITH row.symbol AS c, levels[row.depth - 1] AS level, row.depth AS depth, row.asks AS asks
  CALL (c, asks) {
    MATCH (c)-[e:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES]->(x) RETURN e, x
    UNION ALL
    WITH c, asks WHERE asks
    MATCH (c)<-[:RUNS]-(:Test)-[e:USES_FIXTURE]->(x) RETURN e, x
  }
  WITH c, e, x
  WHERE e.evidence IN $evidence AND (x IN level OR depth = 1 AND x.id IN $targets)
  RETURN collect({
    from: c.id, to: x.id, type: type(e), evidence: e.evidence, how: e.how, candidates: e.candidates, lines: e.lines,
    path: c.path, holder: c.qualified_name
  }) AS edges
}
CALL (p, near) {
  UNWIND near AS row
  WITH p, row.symbol AS c WHERE row.depth = 1
  WITH DISTINCT p, c.name AS name
  MATCH (n:Name {graph: p.graph, id: name + '#name'})<-[e:MAY_CALL]-()
  RETURN coalesce(sum(coalesce(size(e.lines), 1)), 0) AS frontier
}
CALL (p) {
  UNWIND $names AS id
  MATCH (n:Name {graph: p.graph, id: id})<-[e:MAY_CALL]-(x)
  UNWIND coalesce(e.lines, [0]) AS line
  WITH n, e, x, line ORDER BY x.path, line, coalesce(x.qualified_name, ''), n.name
  WITH count(*) AS unresolved_total, collect({name: n, edge: e, holder: x, line: line})[..$sites] AS first
  RETURN unresolved_total, [site IN first | {
    path: site.holder.path, line: site.line, symbol: site.holder.qualified_name, name: site.name.name,
    reason: site.edge.reason
  }] AS unresolved
}
WITH version_before, others, tests, own, more, rows, edges, frontier, unresolved_total, unresolved,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, others, tests, own, more, rows, edges, frontier, unresolved_total, unresolved,
  q.version AS version_after
