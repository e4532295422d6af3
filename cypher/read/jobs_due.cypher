// Purpose: whether a worker has anything to do: jobs that it may take, and those that run, whose owners may have died.
// Parameters: $host, $kinds, $prefixes (roots that may be taken, each ending in a slash).
// Columns: waiting (true when a job may be taken now), running (list of {owner, expired}).
// Bound: one row.
CALL () {
  OPTIONAL MATCH (j:Job {state: 'queued'})
  WHERE j.host = $host AND j.kind IN $kinds AND j.available_at <= timestamp()
    AND any(prefix IN $prefixes WHERE j.root + '/' STARTS WITH prefix)
    AND NOT EXISTS { MATCH (other:Job {project: j.project}) WHERE other.state = 'running' }
  RETURN count(j) > 0 AS waiting
}
CALL () {
  OPTIONAL MATCH (r:Job {state: 'running'})
  RETURN [x IN collect({owner: r.lease_owner, expired: r.lease_until < timestamp()}) WHERE x.owner IS NOT NULL] AS running
}
RETURN waiting, running
