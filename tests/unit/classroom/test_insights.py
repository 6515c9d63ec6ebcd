"""What the page of a class says first: the mistakes to explain, who is stuck, who handed in nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.insights import absent, explain_next, stuck
from mxtutor.classroom.lines import Overridden
from mxtutor.classroom.results_file import Gradebook
from mxtutor.cli.outputs import write
from mxtutor.grading.protocol import Diagnosis, Report, Verdict
from tests.unit.classroom.classes import WHEN, graded

SLUGS = ("one", "two", "three", "four", "five")
IDS = tuple(f"tensors/{slug}" for slug in SLUGS)


def answer(slug: str, mistake: str = "", verdict: Verdict = Verdict.WRONG) -> Report:
    """Return the report of a refused answer with a mistake, or of a right one without."""
    if not mistake:
        return Report(f"tensors/{slug}", Verdict.RIGHT, "Agrees.")
    named = () if mistake == "?" else (Diagnosis(mistake, "Do it.", f"It is {mistake}."),)
    return Report(f"tensors/{slug}", verdict, "2 of 6 values differ", diagnosis=named)


def book(tmp_path: Path, reports: Mapping[str, Sequence[Report]], codes: dict[str, str] | None = None) -> Gradebook:
    """Return the gradebook of a class."""
    return graded(tmp_path / "class.jsonl", reports, exercises=IDS, codes=codes).book()


def test_mistakes_are_ordered_by_how_many_make_them(tmp_path: Path) -> None:
    found = explain_next(
        book(
            tmp_path,
            {
                "ana": [answer("one", "swap"), answer("two", "axis"), answer("three")],
                "bob": [answer("one", "swap"), answer("two"), answer("three", "?")],
                "eve": [answer("one", "swap"), answer("two", "axis"), answer("three")],
                "kim": [answer("one"), answer("four", "late"), answer("five", "x", Verdict.BROKEN)],
            },
        ),
        most=10,
    )
    assert [(one.exercise, one.code, one.learners, one.tried) for one in found] == [
        ("tensors/one", "swap", 3, 4),
        ("tensors/two", "axis", 2, 3),
        ("tensors/four", "late", 1, 1),
        ("tensors/three", "", 1, 3),
    ]
    assert [round(one.learners / one.tried, 2) for one in found] == [0.75, 0.67, 1.0, 0.33]
    assert (found[0].text, found[3].text) == ("It is swap.", "2 of 6 values differ")
    assert len(explain_next(book_again(tmp_path), most=2)) == 2


def test_what_the_instructor_refused_is_no_mistake_to_explain(tmp_path: Path) -> None:
    file = graded(tmp_path / "class.jsonl", {"ana": [answer("one")], "bob": []}, exercises=IDS)
    for learner in ("ana", "bob"):
        file.append(Overridden(learner, "tensors/one", Verdict.WRONG, "Copied", WHEN))
    assert explain_next(file.book(), most=5) == []


@pytest.mark.parametrize(("own", "said"), [([answer("one")], "Every graded answer is right."), ([], "No answer was")])
def test_a_page_without_mistakes_says_why(tmp_path: Path, own: list[Report], said: str) -> None:
    write(book(tmp_path, {"ana": own}), tmp_path / "class.html")
    assert said in (tmp_path / "class.html").read_text()


def book_again(tmp_path: Path) -> Gradebook:
    """Return the same gradebook, read again."""
    from mxtutor.classroom.results_file import ResultsFile

    return ResultsFile(tmp_path / "class.jsonl", write=False).book()


def test_the_sample_is_the_usual_answer_without_what_tells_its_author(tmp_path: Path) -> None:
    usual = '"""Eve was here."""\n# eve\ndef f(x):\n    """Eve."""\n    return x + 1\n'
    codes = {"ana": "def f(x):\n    return x + 2\n", "bob": usual, "eve": usual + "# more\n", "kim": "def f(:\n"}
    (found,) = explain_next(book(tmp_path, {name: [answer("one", "swap")] for name in codes}, codes), most=5)
    assert (found.sample, found.same) == ("def f(x):\n    return x + 1", 2)


def test_an_answer_that_does_not_parse_is_no_sample(tmp_path: Path) -> None:
    (found,) = explain_next(book(tmp_path, {"ana": [answer("one", "swap")]}, {"ana": "def f(:  # ana"}), most=5)
    assert (found.sample, found.same) == ("", 0)


def test_who_tried_most_with_least_success_is_first(tmp_path: Path) -> None:
    found = stuck(
        book(
            tmp_path,
            {
                "ana": [answer(slug, "?") for slug in SLUGS],
                "bob": [answer(slug, "?") for slug in SLUGS[:3]],
                "eve": [*(answer(slug, "?") for slug in SLUGS[:2]), answer("three")],
                "kim": [answer(slug) for slug in SLUGS],
                "max": [*(answer(slug, "swap") for slug in SLUGS[:3]), answer("four"), answer("five")],
                "zoe": [*(answer(slug, "?") for slug in SLUGS[:3]), answer("four"), answer("five")],
            },
        )
    )
    assert [(one.learner, one.missed, one.right) for one in found] == [
        ("ana", 5, 0),
        ("bob", 3, 0),
        ("max", 3, 2),
        ("zoe", 3, 2),
    ]
    assert found[2].repeated == {"It is swap.": list(IDS[:3])}


def test_one_code_with_different_meanings_is_not_one_mistake(tmp_path: Path) -> None:
    reports = [
        Report(identity, Verdict.WRONG, "No.", diagnosis=(Diagnosis("option-b", f"Because of {identity}."),))
        for identity in IDS[:3]
    ]
    (found,) = stuck(book(tmp_path, {"ana": reports}))
    assert found.repeated == {}


def test_nothing_and_unreadable_are_told_apart(tmp_path: Path) -> None:
    file = graded(
        tmp_path / "class.jsonl",
        {"ana": [answer("one")], "bob": [], "eve": [], "kim": []},
        exercises=IDS,
        unread=[Unread("eve", "eve/x.docx", "No."), Unread("ana", "ana/x.docx", "No.")],
    )
    file.append(Overridden("kim", "tensors/one", Verdict.RIGHT, "On paper", WHEN))
    assert absent(file.book()) == (["bob"], ["eve"])


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Debian's package chromium is not installed")
@pytest.mark.slow
def test_the_page_s_script_runs_in_a_browser(tmp_path: Path) -> None:
    reports = {
        f"learner {number}": [answer(slug, "swap" if number % 2 else "") for slug in SLUGS] for number in range(9)
    }
    page = tmp_path / "class.html"
    write(book(tmp_path, reports), page)
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
    done = subprocess.run(
        [*command, "--virtual-time-budget=3000", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""},
    )
    (grid,) = re.findall(r"<table id=\"grid\"[^>]*>", done.stdout)
    assert re.search(r"style=\"width: [\d.]+rem;?\"", grid), "the script sets the width at its end"
    assert '<p class="tools">' in done.stdout, "what needs the script is shown"
    assert 'tabindex="0"' in done.stdout
