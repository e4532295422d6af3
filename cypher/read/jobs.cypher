// Purpose: a page of the jobs, newest first, without what only one job shows (log and report).
// Parameters: $project (null for all), $state (null for all), $before_time (epoch ms) and $before_id (null for the first
//   page), $limit.
// Columns: total, jobs (list of properties), now (epoch ms).
// Bound: one row with $limit jobs.
CALL () {
  MATCH (a:Job)
  WHERE ($project IS NULL OR a.project = $project) AND ($state IS NULL OR a.state = $state)
  RETURN count(a) AS total
}
CALL () {
  MATCH (j:Job)
  WHERE ($project IS NULL OR j.project = $project) AND ($state IS NULL OR j.state = $state)
    AND ($before_time IS NULL OR j.created_at < $before_time OR j.created_at = $before_time AND j.id < $before_id)
  WITH j ORDER BY j.created_at DESC, j.id DESC LIMIT $limit
  RETURN collect(j {.id, .kind, .project, .root, .host, .options, .state, .attempt, .max_attempts, .created_at,
    .available_at, .started_at, .finished_at, .phase, .done, .total, .rate, .error_kind, .error_message, .error_fixes,
    .cancel, .lease_owner, .lease_until, log: null, report: null}) AS jobs
}
RETURN total, jobs, timestamp() AS now
