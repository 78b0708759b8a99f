"""The kinds of jobs that this server does.

To add one: give its room a `JobKind` (a function that a process of its own runs), say in a file here what may be asked
of it and what its pages show (a `WebJob`), and add a line to the list. Nothing else names it.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.web.evolve_jobs import EVOLVE_JOB
from deckwright.web.poker.flop_reports import FLOPS_JOB
from deckwright.web.poker.simulations import SIMULATION_JOB
from deckwright.web.poker.spots import SPOT_JOB
from deckwright.web.poker.trainings import TRAINING_JOB
from deckwright.web.report_jobs import REPORT_JOB
from deckwright.web.solving import SOLVE_JOB
from deckwright.web.web_job import WebJob

ALL = (
    REPORT_JOB,
    SOLVE_JOB,
    EVOLVE_JOB,
    SIMULATION_JOB,
    SPOT_JOB,
    TRAINING_JOB,
    FLOPS_JOB,
)  # fmt: skip

WEB_JOBS: Mapping[str, WebJob] = {job.kind.name: job for job in ALL}
