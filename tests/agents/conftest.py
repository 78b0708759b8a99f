"""Where these tests find the benchmarks, whose figures some of them hold to."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:  # `pytest` alone does not put it there; `python -m pytest` does
    sys.path.insert(0, str(ROOT))
