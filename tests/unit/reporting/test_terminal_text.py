"""What a command prints rewrites no terminal, and its JSON says the same without a character that a terminal obeys."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mxtutor.cli.painting import paint
from mxtutor.reporting.sanitize import for_terminal, json_text

HOSTILE = "\x1b]0;X\x07\x1b[2J\x9b2Jgo \u202eback\u2066 \x1bPq#0\x1b\\ \x1b[8mhidden \r\x1b[1A\b\x7f"
OBEYED = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"} | set(
    "\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)


def test_nothing_that_a_terminal_obeys_is_left() -> None:
    assert not OBEYED & set(for_terminal(HOSTILE))
    assert "hidden" in for_terminal(HOSTILE)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_safe_and_safe_text_stays(text: str) -> None:
    made = for_terminal(f"a{text}")
    assert not OBEYED & set(made.replace("\x1b[0m", "").replace("\x1b[1m", "").replace("\x1b[2m", ""))
    if not OBEYED & set(text):
        assert made == f"a{text}"


def test_colours_and_lines_of_progress_stay() -> None:
    for text in (
        paint("x", fg="red", bold=True),
        paint("x", dim=True),
        "\r 12 of 30",
        "\r\x1b[K  pip",
        "é 日本 🎉\t|\n",
    ):
        assert for_terminal(text) == text


@given(st.recursive(st.none() | st.integers() | st.text(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)))
def test_json_is_the_same_data_without_controls(data: object) -> None:
    for indent in (None, 1):
        text = json_text({"data": data, "hostile": HOSTILE}, indent=indent)
        assert json.loads(text) == {"data": data, "hostile": HOSTILE}
        assert not OBEYED & set(text)
        assert not any(unicodedata.category(c) == "Cs" for c in text)


@pytest.mark.parametrize(
    "words", [["check", HOSTILE, "x.py"], ["lookup", HOSTILE], [HOSTILE], ["--pack", HOSTILE, "list"]]
)
def test_a_command_gives_no_argument_back_as_codes(words: list[str]) -> None:
    words = [word.replace("\0", "") for word in words]
    done = subprocess.run([sys.executable, "-m", "mxtutor", *words], capture_output=True, check=False, timeout=300)
    said = (done.stdout + done.stderr).decode()
    assert done.returncode in (1, 2)
    assert said
    assert not OBEYED & set(said)


def test_a_traceback_of_ours_is_clean_too() -> None:
    script = (
        "import sys; from mxtutor.cli import main, run\n"
        f"def fail(*_): raise KeyError({HOSTILE!r})\n"
        "run.carry_out = fail; sys.exit(main(['list']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=300)
    assert done.returncode == 3
    assert not OBEYED & set(done.stderr.decode())
