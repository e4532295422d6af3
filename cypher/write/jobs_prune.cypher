// Purpose: keep the newest jobs of a project that have ended.
// Parameters: $project, $keep (number of jobs).
// Columns: none.
// Bound: the jobs of one project.
MATCH (j:Job {project: $project}) WHERE j.state IN ['succeeded', 'failed', 'cancelled']
WITH j ORDER BY j.created_at DESC, j.id DESC SKIP $keep
DETACH DELETE j
