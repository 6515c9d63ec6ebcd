"""Every HTML page shows text from outside as text, loads nothing, and can be read without colours or a mouse."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from mxtutor.assessment.team import merge
from mxtutor.classroom.examination import ExerciseResult, PartTime, SealedReport, WorkshopName
from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import Overridden
from mxtutor.cli.run import run
from mxtutor.cli.setup import Setup
from mxtutor.grading.protocol import ErrorDetail, Flag, Note, Verdict
from mxtutor.reporting.assess_page import report_page, team_page
from mxtutor.reporting.document import html_text, markdown_text
from mxtutor.reporting.gradebook.page import feedback_parts, page_parts
from mxtutor.reporting.sealed import report_page as sealed_page
from tests.unit.assessment.assess_course import items
from tests.unit.assessment.test_assess_report import made, on_sites
from tests.unit.classroom.classes import WHEN, graded
from tests.unit.specimens import report

HOSTILE = """<script>alert('x')</script><img src=x onerror="alert(1)"> & &lt; " ' --> ]]> {{ 7 * 7 }} {% raw %}"""
ROOT = Path(__file__).resolve().parents[3]
CODES = "\x1b[2J\u202e\x00"


class Page(HTMLParser):
    """What a browser reads: tags, attributes, and the text that it shows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._hidden = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._hidden = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self._hidden = ""

    def handle_data(self, data: str) -> None:
        self.text += "" if self._hidden else data


def of_a_class(folder: Path, page: str) -> str:
    """Return the page of a class, or of its one learner who handed in something."""
    name = HOSTILE + CODES
    error = ErrorDetail(HOSTILE, name, frames=(name,), sandbox=HOSTILE)
    wrong = report(verdict=Verdict.ERROR, headline=name, output=name, error=error)
    note = Note("unchecked-reshape", HOSTILE, HOSTILE, "tensors/reshaping", 5)
    right = report(
        exercise="tensors/cube", verdict=Verdict.RIGHT, headline=name, diagnosis=(), cases=(), notes=(note,),
        flags=(Flag("frames", HOSTILE, 3),), error=None,
    )  # fmt: skip
    results = graded(
        folder / "class.jsonl", {name: [wrong, right], f"{name} 2": []}, codes={name: HOSTILE},
        unread=[Unread(name, HOSTILE, HOSTILE, HOSTILE)], titles={"tensors/square": HOSTILE},
        options={HOSTILE: HOSTILE},
    )  # fmt: skip
    results.append(Overridden(name, "tensors/square", Verdict.WRONG, name, WHEN))
    book = results.book()
    return "".join(page_parts(book) if page == "class" else feedback_parts(book, name))


def of_an_assessment(folder: Path, form: Callable[..., str] = html_text) -> str:
    titles = dict.fromkeys(items(), HOSTILE)
    return form(report_page(made(folder, -9.0, HOSTILE + CODES, titles=titles, chosen=on_sites({"tensors/e1": 4}))))


def of_a_team(folder: Path, form: Callable[..., str] = html_text) -> str:
    people = [(folder / f"{level}.json", made(folder, level, f"{HOSTILE}{CODES}{level}")) for level in (-9.0, 9.0)]
    return form(team_page(merge(people)))


def of_an_examination(_: Path) -> str:
    when = datetime(2026, 11, 22, 9, tzinfo=timezone.utc)
    part = PartTime(HOSTILE, 25, when, 181.0, 2)
    exercise = ExerciseResult(HOSTILE, HOSTILE, Verdict.RIGHT, 3, True, 61.5, (1, 2, 3), (HOSTILE,), 2.5, 3)
    return html_text(
        sealed_page(
            SealedReport(
                learner=HOSTILE + CODES, workshop=WorkshopName(HOSTILE, "abcdef0123456789"), content="c0ffee" * 10,
                mxtutor=HOSTILE, started=when, ended=None, ending=None, in_time=False, points=2.5, of=7.0, sealed=True,
                why=HOSTILE, parts=(part,), exercises=(exercise,),
            )
        )
    )  # fmt: skip


def of_a_scan(folder: Path, ending: str = "html") -> str:
    """Return the page of a project whose folder, file and code are hostile; a name cannot hold a slash."""
    project = folder / HOSTILE.replace("/", "")
    project.mkdir()
    code = f"import torch\n\ndef f(a, b):\n    torch.cat(a)\n    return a.sub(b, {HOSTILE!r})\n"
    (project / f"{project.name}.py").write_text(code)
    (project / "old.py").write_text("import torch\nprint 'x'\n")
    target = folder / f"report.{ending}"
    arguments = ["scan", str(project), "--out", str(target)]
    assert run(arguments, Setup(make_grader=None, make_local_grader=None)) == 0  # type: ignore[arg-type]
    return target.read_text()


PAGES: dict[str, Callable[[Path], str]] = {
    "class": lambda folder: of_a_class(folder, "class"),
    "learner": lambda folder: of_a_class(folder, "learner"),
    "assessment": of_an_assessment,
    "team": of_a_team,
    "examination": of_an_examination,
    "scan": of_a_scan,
}
pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize("name", PAGES)
def test_text_from_outside_is_text(tmp_path: Path, name: str) -> None:
    text = PAGES[name](tmp_path)
    page = Page(text)
    names = [tag for tag, _ in page.tags]
    assert names.count("script") == (2 if name == "class" else 0)
    assert not set(names) & {"img", "link", "iframe", "object", "base", "form"}
    attributes = {key for _, found in page.tags for key in found}
    assert not [key for key in attributes if key.startswith("on") or key in ("style", "src", "srcset", "action")]
    assert {(found["href"] or "")[:1] for tag, found in page.tags if "href" in found} <= {"#"}
    shown = HOSTILE.replace("/", "") if name == "scan" else HOSTILE
    assert page.text.count(shown) > 2
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", page.text)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_allows_nothing_but_itself(tmp_path: Path, name: str) -> None:
    text = PAGES[name](tmp_path)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; ")
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        for code in re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
            assert f"{kind} 'sha256-{digest}'" in policy


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_by_a_screen_reader(tmp_path: Path, name: str) -> None:
    page = Page(PAGES[name](tmp_path))
    names = [tag for tag, _ in page.tags]
    assert ("html", {"lang": "en"}) in page.tags
    assert (names.count("title") >= 1, names.count("main"), names.count("h1")) == (True, 1, 1)
    levels = [int(tag[1]) for tag in names if re.fullmatch("h[1-6]", tag)]
    assert all(below <= above + 1 for above, below in pairwise(levels))
    assert all(found.get("aria-label") for tag, found in page.tags if tag == "svg")


@pytest.mark.parametrize("make", [of_an_assessment, of_a_team, lambda folder, _: of_a_scan(folder, "md")])
def test_markdown_has_no_markup_from_outside(tmp_path: Path, make: Callable[..., str]) -> None:
    text = make(tmp_path, markdown_text)
    assert "<" not in text.replace("<1 %", "")
    assert "\x1b" not in text
    for row in re.findall(r"^\|.*$", text, re.MULTILINE):
        assert row.endswith(" |")


def test_templates_are_loaded_where_a_page_is_written_and_nowhere_else(tmp_path: Path) -> None:
    script = (
        "import sys, mxtutor.ui.run, mxtutor.ui.screens.workshop, mxtutor.plain.tutor\n"
        "import mxtutor.cli.assess, mxtutor.cli.outputs, mxtutor.cli.scan\n"
        "from mxtutor.reporting.document import Document, html_text\n"
        "before = 'jinja2' in sys.modules\nhtml_text(Document('a', 'b', []))\nprint(before, 'jinja2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("False True\n", "")
