// Purpose: carry what runs measured of files from one copy of a project to another.
// Parameters: $from and $graph (keys of the copies).
// Columns: none.
// Bound: the files of one project.
MATCH (f:File) WHERE f.graph = $from AND f.id IS NOT NULL AND f.measured_run IS NOT NULL
MATCH (m:File {graph: $graph, id: f.id})
SET m.measured_run = f.measured_run, m.measured_sha256 = f.measured_sha256,
  m.measured_functions = f.measured_functions, m.measured_since = f.measured_since
