"""Debian's Chromium: where it is, and how tests, benchmarks and scripts start it."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""A whole Chromium draws a window for every page, menus included; its headless shell none."""
MISSING = "there is no Chromium here; `scripts/test-needs` installs it as root on Debian"


def find_chromium() -> str | None:
    """Where the browser is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """A browser. Chromium's sandbox does not run as root."""
    found = find_chromium()
    if found is None:
        raise SystemExit(MISSING)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"] if os.geteuid() == 0 else [])
