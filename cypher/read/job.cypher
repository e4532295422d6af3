// Purpose: one job.
// Parameters: $id.
// Columns: job (its properties; absent ones are null), now (epoch ms).
// Bound: one row; none for an unknown job.
MATCH (j:Job {id: $id})
RETURN j {.id, .kind, .project, .root, .host, .options, .state, .attempt, .max_attempts, .created_at, .available_at,
  .started_at, .finished_at, .phase, .done, .total, .rate, .log, .report, .error_kind, .error_message, .error_fixes, .cancel,
  .lease_owner, .lease_until} AS job, timestamp() AS now
