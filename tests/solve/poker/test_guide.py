"""What the guide to poker shows is run as it stands."""

import re
from pathlib import Path

from typer.main import get_command

from deckwright.cli import app

GUIDE = (Path(__file__).parents[3] / "docs" / "poker.md").read_text(encoding="utf-8")


def test_the_lines_of_the_guide_do_what_they_say(capsys) -> None:
    for code in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL):
        exec(code, {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[:3] == ["HandRank(rank=7462, category='straight flush')", "0.5", "1.0"]


def test_the_commands_of_the_guide_exist_with_their_options() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    lines = re.findall(r"^    deckwright (\w+)(.*)", GUIDE, re.MULTILINE)
    assert {"equity", "pushfold", "spot"} <= {command for command, _ in lines}
    for command, rest in lines:
        flags = {flag for given in commands[command].params for flag in (*given.opts, *given.secondary_opts)}
        assert set(re.findall(r"(?<= )--[\w-]+", rest)) <= flags, f"{command}{rest}"
