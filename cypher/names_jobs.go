package cypher

// Statements of jobs.
const (
	// ReadJob gives one job.
	ReadJob Statement = "read/job"
	// ReadJobs gives a page of the jobs.
	ReadJobs Statement = "read/jobs"
	// ReadJobsDue tells a worker whether it has anything to do.
	ReadJobsDue Statement = "read/jobs_due"
	// WriteJobSubmit puts a job into the queue, or finds one that asks for the same.
	WriteJobSubmit Statement = "write/job_submit"
	// WriteJobClaim takes the job that waits longest.
	WriteJobClaim Statement = "write/job_claim"
	// WriteJobBeat keeps the lease of a running job and tells how far it is.
	WriteJobBeat Statement = "write/job_beat"
	// WriteJobEnd ends an attempt.
	WriteJobEnd Statement = "write/job_end"
	// WriteJobCancel cancels a job.
	WriteJobCancel Statement = "write/job_cancel"
	// WriteJobRetry puts a job that ended badly back into the queue.
	WriteJobRetry Statement = "write/job_retry"
	// WriteJobsReap ends the attempts of workers that died.
	WriteJobsReap Statement = "write/jobs_reap"
	// WriteJobsPrune keeps the newest ended jobs of a project.
	WriteJobsPrune Statement = "write/jobs_prune"
)
