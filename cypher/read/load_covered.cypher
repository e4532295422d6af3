// Purpose: the edges of coverage without tests, from one source of observations.
// Parameters: $graph (key of the copy), $source (what observed).
// Columns: edges (list of the database's own numbers), fps (list of fingerprints), runs (list of ordinals).
// Bound: one row a run of that source.
MATCH (r:Run) WHERE r.graph = $graph AND r.id IS NOT NULL AND r.source = $source
MATCH (r)<-[c:COVERED_BY]-()
WITH r, collect(id(c)) AS edges, collect(coalesce(c.fp, 0)) AS fps, collect(coalesce(c.run, 0)) AS runs
RETURN edges, fps, runs
