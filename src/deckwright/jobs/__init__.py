"""What long work shares: kinds of jobs, a queue that survives a restart, and processes with limits that do them."""

from deckwright.jobs.errors import JobError
from deckwright.jobs.kinds import JobKind, ProcessLimits, Work
from deckwright.jobs.queue import Job, JobQueue, JobState
from deckwright.jobs.runner import JobRunner

__all__ = ["Job", "JobError", "JobKind", "JobQueue", "JobRunner", "JobState", "ProcessLimits", "Work"]
