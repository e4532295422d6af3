// Purpose: the symbols from which a chain of edges leads to one of the targets, each at its shortest distance, and the
//   bodies of the tests that ask for a fixture among them; the edges by which they were reached; the unresolved sites that
//   call one of the names, and how many call another name of a symbol that was reached.
// Parameters: $project (name), $targets (identifiers), $names (identifiers of Name nodes), $evidence (kinds that count),
//   $depth (1 to 256), $limit (symbols counted, the nearest), $bound ($limit + number of targets + 1), $wanted (symbols
//   given of each side), $own_path and $own_prefix (file and beginning of the qualified names of the targets' own class;
//   '': none), $imports_of (file whose importers stand at distance 1, '': none), $sites (unresolved sites given).
// Columns: version_before, version_after, snapshot, others, tests, own (numbers), more ($limit cut the search), rows (list
//   of {symbol, depth}: the first $wanted of each side, and every other one that is nearer than the last of the others),
//   edges (list of {from, to, type, evidence, how, candidates, lines, path, holder}, from rows to what is one step
//   nearer), frontier (unresolved sites), special (methods that the language calls), unresolved_total, unresolved.
// Bound: one row of $limit symbols and their edges. Each branch is a pruned breadth-first search that visits a node once
//   and ends at $bound; Cypher takes no parameter for the length of a path, hence one branch a range of depths.
MATCH (p:Project {name: $project})
WITH p, p.version AS version_before
CALL (p) {
  CALL (p) {
    UNWIND $targets AS id
    MATCH (t:Symbol {graph: p.graph, id: id})
    CALL (t) {
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
      RETURN c, depth
      UNION ALL
      RETURN t AS c, 0 AS depth
    }
    WITH c, min(depth) AS depth WHERE depth <= $depth
    RETURN c, depth
    UNION ALL
    MATCH (:File {graph: p.graph, id: $imports_of})<-[e:IMPORTS]-(f:File) WHERE e.evidence IN $evidence
    MATCH (c:Symbol {graph: p.graph, id: f.id + '::<module>'})
    RETURN c, 1 AS depth
  }
  CALL (c, depth) {
    RETURN c AS found, depth AS at, false AS asks
    UNION ALL
    WITH c, depth WHERE c:Fixture AND depth < $depth
    MATCH (c)<-[e:USES_FIXTURE]-(:Test)-[:RUNS]->(body:Symbol) WHERE e.evidence IN $evidence
    RETURN body AS found, depth + 1 AS at, true AS asks
  }
  WITH found AS c, min(at) AS depth, max(asks) AS asks
  WHERE depth > 0 AND NOT c.id IN $targets
  WITH c, depth, asks ORDER BY depth, c.id LIMIT $limit + 1
  RETURN collect({symbol: c, depth: depth, asks: asks, side: CASE
    WHEN c.role IN ['test', 'fixture'] THEN 'test'
    WHEN $own_path <> '' AND c.path = $own_path AND replace(c.qualified_name, '.<locals>', '') STARTS WITH $own_prefix THEN 'own'
    ELSE 'other'
  END}) AS reached
}
WITH p, version_before, reached[..$limit] AS reached, size(reached) > $limit AS more
WITH *, [row IN reached WHERE row.side = 'other'] AS others, [row IN reached WHERE row.side = 'test'] AS tests,
  [row IN reached WHERE row.side = 'own'] AS own
WITH *, coalesce(CASE WHEN size(others) > $wanted THEN others[$wanted - 1].depth ELSE last(reached).depth END, 0) AS border
WITH p, version_before, more, size(others) AS others, size(tests) AS tests, size(own) AS own,
  [row IN reached WHERE row.depth < border]
    + [row IN others[..$wanted] WHERE row.depth = border]
    + [row IN tests[..$wanted] WHERE row.depth = border]
    + [row IN own[..$wanted] WHERE row.depth = border] AS near,
  [d IN range(0, border) | [row IN reached WHERE row.depth = d | row.symbol]] AS levels,
  [row IN reached WHERE row.depth < $depth | row.symbol.name] AS names,
  size([row IN reached WHERE row.depth < $depth AND row.symbol.kind = 'method'
    AND row.symbol.name STARTS WITH '__' AND row.symbol.name ENDS WITH '__']) AS special
CALL (near) {
  UNWIND near AS row
  WITH row.symbol AS c, row.depth AS depth
  RETURN collect({depth: depth, symbol: c {
    .id, .path, .name, .qualified_name, .kind, .language, .start_line, .end_line, .role, external: false
  }}) AS rows
}
CALL (p, near, levels) {
  UNWIND near AS row
  WITH p, row.symbol AS c, levels[row.depth - 1] AS level, row.depth AS depth, row.asks AS asks
  CALL (p, c, asks) {
    MATCH (c)-[e:CALLS|REFERENCES|INHERITS|IMPLEMENTS|OVERRIDES|REQUIRES]->(x) RETURN e, x
    UNION ALL
    WITH c, asks WHERE asks
    MATCH (c)<-[:RUNS]-(:Test)-[e:USES_FIXTURE]->(x) RETURN e, x
    UNION ALL
    WITH p, c WHERE c.kind = 'module' AND $imports_of <> ''
    MATCH (:File {graph: p.graph, id: c.path})-[e:IMPORTS]->(x:File {graph: p.graph, id: $imports_of}) RETURN e, x
  }
  WITH c, e, CASE WHEN x:File THEN x.id + '::<module>' ELSE x.id END AS to, x IN level AS nearer, depth
  WHERE e.evidence IN $evidence AND (nearer OR depth = 1 AND to IN $targets)
  RETURN collect({
    from: c.id, to: to, type: type(e), evidence: e.evidence, how: e.how, candidates: e.candidates, lines: e.lines,
    path: c.path, holder: c.qualified_name
  }) AS edges
}
CALL (p, names) {
  UNWIND names AS name
  WITH DISTINCT p, name + '#name' AS id
  WHERE NOT id IN $names
  MATCH (n:Name {graph: p.graph, id: id})<-[e:MAY_CALL]-()
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
WITH version_before, others, tests, own, more, rows, edges, frontier, special, unresolved_total, unresolved,
  p {.name, .root, .commit, .branch, .dirty, .status, .languages, .extractor_hash, .loaded_at} AS snapshot
MATCH (q:Project {name: $project})
RETURN version_before, snapshot, others, tests, own, more, rows, edges, frontier, special, unresolved_total, unresolved,
  q.version AS version_after
