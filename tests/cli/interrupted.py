"""A command at which somebody presses Ctrl-C, or that is asked to end."""

from __future__ import annotations

import signal
import subprocess
import sys

_CODE = """
import os, signal, sys, threading, time
from deckwright.cli import main

number = int(sys.argv.pop())

def interrupt():
    while time.process_time() < 3:  # work done, not time passed: the machine may be busy
        time.sleep(0.05)
    os.kill(os.getpid(), number)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs begin without it
threading.Thread(target=interrupt, daemon=True).start()
main()
"""


def interrupted(*arguments: str, number: signal.Signals = signal.SIGINT) -> subprocess.CompletedProcess[str]:
    """What came of a command that was interrupted while it was at work."""
    command = [sys.executable, "-c", _CODE, *arguments, str(int(number))]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
