"""A gradebook in all forms: the contract's JSON, CSV that runs nothing, pages that show text as text."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timezone
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.lines import Overridden
from mxtutor.classroom.results_file import Gradebook, ResultsFile
from mxtutor.cli import outputs as writing
from mxtutor.cli.outputs import WRITERS, Outputs, ending_of, partial_path, with_ending, write
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Flag, Note, Report, Verdict
from mxtutor.reporting.gradebook.page import feedback_parts, file_names, write_feedback
from mxtutor.reporting.gradebook.tables import joinable, summary
from tests.unit.classroom.classes import WHEN, graded
from tests.unit.specimens import report

OWN = (".json", ".csv", ".html")
"""The forms that are not a platform's."""
SLY = '=HYPERLINK("http://x.y","z")'
MARKUP = "<script>alert('x')</script>"
RIGHT = report(exercise="tensors/cube", verdict=Verdict.RIGHT, headline="Agrees.", diagnosis=(), cases=(), error=None)


@pytest.fixture
def results(tmp_path: Path) -> Iterator[ResultsFile]:
    """Three learners: one with a right and a wrong answer, one with a sly name and headline, one who gave nothing."""
    sly = report(verdict=Verdict.ERROR, headline=MARKUP + '" onmouseover="x')
    unread = [
        Unread("ana", f"ana/{MARKUP}.py", "There is no exercise.", "tensors/cube"),
        Unread("", "x.py", "No."),
    ]
    (tmp_path / "made").mkdir()
    reports = {"ana": [report(), RIGHT], SLY: [sly], "nina": []}
    with closing(graded(tmp_path / "made" / "class.jsonl", reports, unread=unread)) as file:
        yield file


@pytest.fixture
def book(results: ResultsFile) -> Gradebook:
    return results.book()


def made(book: Gradebook, ending: str) -> str:
    """Return the text of an output."""
    return "".join(WRITERS[ending](book))


def rows(book: Gradebook) -> list[dict[str, str]]:
    """Return the rows of the CSV."""
    return list(csv.DictReader(io.StringIO(made(book, ".csv"))))


def one_answer(tmp_path: Path, learner: str = "ana", **fields: object) -> Gradebook:
    """Return the gradebook of one learner with one answer."""
    return graded(tmp_path / "one.jsonl", {learner: [report(**fields)]}).book()


def noted(tmp_path: Path, reason: str, learner: str = "ana") -> Gradebook:
    """Return the gradebook of one answer whose verdict the instructor set for this reason."""
    results = graded(tmp_path / "one.jsonl", {learner: [report()]})
    results.append(Overridden(learner, "tensors/square", Verdict.RIGHT, reason, WHEN))
    return results.book()


def override(results: ResultsFile, verdict: Verdict | None, exercise: str = "tensors/square") -> Gradebook:
    """Set or take back a verdict of ana's and return the gradebook."""
    before = results.results.get(("ana", exercise))
    results.append(
        Overridden("ana", exercise, verdict, "Her <b>note</b> is right", WHEN, before.answer if before else "")
    )
    return results.book()


def test_the_json_is_the_contract_s(book: Gradebook) -> None:
    data = json.loads(made(book, ".json"))
    assert data["version"] == 1
    learners = {one["learner"]: one for one in data["learners"]}
    assert {name: (one["right"], one["total"]) for name, one in learners.items()} == {
        "ana": (1, 2), SLY: (0, 2), "nina": (0, 2),
    }  # fmt: skip
    assert [Report.from_json(r) for r in learners["ana"]["results"]] == [report(), RIGHT]
    assert set(learners["ana"]) == {"learner", "right", "total", "results", "unread"}
    assert learners["ana"]["unread"][0]["nearest"] == "tensors/cube"
    assert data["unread"] == [{"path": "x.py", "reason": "No.", "nearest": ""}]


def test_every_output_says_how_the_class_was_graded(book: Gradebook) -> None:
    for ending in OWN:
        text = made(book, ending)
        for fact in ("1.9.1", "2.13.0", "1.23.5", "c0ffee", "20811", "isolation"):
            assert fact in text, (ending, fact)
        assert "2026-11-22T10:00:00" in text, ending


def test_the_csv_has_a_row_a_learner(book: Gradebook) -> None:
    found = {row["learner_id"]: row for row in rows(book)}
    assert list(found) == ['%3DHYPERLINK("http://x.y","z")', "ana", "nina"]
    assert {key: found["ana"][key] for key in ("right", "handed_in", "exercises", "unread")} == {
        "right": "1", "handed_in": "2", "exercises": "2", "unread": "1",
    }  # fmt: skip
    assert (found["ana"]["tensors/square"], found["ana"]["tensors/cube"]) == ("wrong", "right")
    assert found["nina"]["tensors/square"] == ""


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n", "＝", "＋"])
def test_no_cell_is_taken_for_a_formula_and_ids_can_be_joined(tmp_path: Path, start: str) -> None:
    name = f"{start}cmd|' /C 100% calc'!A0"
    (row,) = rows(noted(tmp_path, f"{start}1+1", name))
    assert row["learner"].startswith(f"'{start}")
    assert row["overrides"] == f"tensors/square: {start}1+1"
    assert row["learner_id"][0] == "%"
    assert unquote(row["learner_id"]) == name


@pytest.mark.parametrize("name", ["ana", "Zoë", "李伟", "k.lee27", "O'Brien", "🦄", "Ana Ruiz_4711"])
def test_a_usual_name_is_its_own_id(name: str) -> None:
    assert joinable(name) == name


def test_control_codes_are_left_out_of_cells(tmp_path: Path) -> None:
    assert rows(noted(tmp_path, "\x1b[2Jno"))[0]["overrides"] == "tensors/square: [2Jno"


def test_quotes_commas_and_lines_stay_in_their_cell(tmp_path: Path) -> None:
    assert rows(noted(tmp_path, 'a "b", c\nd'))[0]["overrides"] == 'tensors/square: a "b", c\nd'


class Page(HTMLParser):
    """The tags, attributes and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.addresses: list[str] = []
        self.cells: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "srcset", "action")]
        self.cells += [dict(attrs).get("class") or ""] if tag == "td" else []

    def handle_data(self, data: str) -> None:
        self.text += data


def test_flags_stand_in_every_file(tmp_path: Path) -> None:
    flagged = replace(RIGHT, flags=(Flag("frames", f"This answer uses `{MARKUP}`.", 3),))
    book = graded(tmp_path / "flags.jsonl", {"ana": [report(), flagged]}).book()
    assert [row["flags"] for row in rows(book)] == ["tensors/cube: frames"]
    page = made(book, ".html")
    assert "⚑" in Page(page).text
    assert r"This answer uses `\u003cscript\u003e" in page
    assert json.loads(made(book, ".json"))["learners"][0]["results"][1]["flags"][0]["code"] == "frames"


def test_the_page_shows_text_as_text_and_loads_nothing(book: Gradebook) -> None:
    text = made(book, ".html")
    page = Page(text)
    assert page.tags.count("script") == 2, "the data and the script"
    assert not [name for name in page.attributes if name.startswith("on") or name == "style"]
    assert {one[0] for one in page.addresses} == {"#"}
    assert not set(page.tags) & {"img", "link", "iframe", "object", "base", "form"}
    assert SLY in page.text
    assert "http" not in text.replace("http-equiv", "").replace("http://x.y", "")


def test_the_page_allows_its_own_script_and_style_only(book: Gradebook) -> None:
    import base64
    import hashlib

    text = made(book, ".html")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; ")
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        (code,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy


def test_the_page_tells_verdicts_without_colours(book: Gradebook) -> None:
    page = Page(made(book, ".html"))
    assert [cell for cell in page.cells if cell in ("w t0", "r t0")] == ["w t0", "r t0"]
    for word in (
        "Right",
        "Not right yet",
        "Error",
        "Out of time",
        "Crashed",
        "Could not check",
        "set by the instructor",
    ):
        assert word in page.text


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_mark(tmp_path: Path, verdict: Verdict) -> None:
    page = Page(made(one_answer(tmp_path, verdict=verdict), ".html"))
    assert (
        [cell[0] for cell in page.cells if cell.endswith(" t0")] == [verdict.value[0]]
        if verdict.value[0] != "b"
        else ["b"]
    )


def test_results_stand_in_the_course_s_order(tmp_path: Path) -> None:
    order = ("tensors/cube", "tensors/square")
    book = graded(tmp_path / "class.jsonl", {"ana": [report(), RIGHT]}, exercises=order).book()
    assert tuple(r.exercise for r in book.of("ana")) == order


def test_the_summary_has_a_line_a_learner(book: Gradebook) -> None:
    assert [" ".join(line.split()) for line in summary(book)] == [
        f"{SLY} 0 right of 1 handed in, 2 exercises",
        "ana 1 right of 2 handed in, 2 exercises, 1 not read",
        "nina 0 right of 0 handed in, 2 exercises",
        f"not read: ana/{MARKUP}.py: There is no exercise. Did you mean tensors/cube?",
        "not read: x.py: No.",
    ]


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_replaced_as_a_whole(book: Gradebook, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"class{ending}"
    path.write_text("old")
    write(book, path)
    assert path.read_bytes().decode() == made(book, ending)
    assert path.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.iterdir()} == {path.name, "made"}


def test_names_that_are_no_text_can_be_written(tmp_path: Path) -> None:
    book = one_answer(tmp_path, "\udcff", headline="\ud800")
    for ending in WRITERS:
        write(book, tmp_path / f"class{ending}")
    assert json.loads((tmp_path / "class.json").read_text())["learners"][0]["learner"] == "\\udcff"


def test_a_file_that_cannot_be_written_is_reported_and_leaves_nothing(book: Gradebook, tmp_path: Path) -> None:
    (tmp_path / "class.json").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        write(book, tmp_path / "class.json")
    assert {path.name for path in tmp_path.iterdir()} == {"class.json", "made"}


def test_when_the_disk_is_full_the_results_stay(
    results: ResultsFile, book: Gradebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "replacing", full)
    with pytest.raises(UsageError, match=r"class\.jsonl holds all results; run the same command again"):
        Outputs([tmp_path / "class.json", tmp_path / "class.html"]).write(book)
    assert results.path.exists()


def test_an_unfinished_gradebook_says_so_in_every_form(book: Gradebook) -> None:
    book.partial = True
    assert json.loads(made(book, ".json"))["partial"] is True
    assert rows(book)[0]["partial"] == "partial"
    assert "Partial" in Page(made(book, ".html")).text
    assert next(summary(book)).startswith("PARTIAL")
    assert "Partial" in "".join(feedback_parts(book, "ana"))


def test_an_unfinished_gradebook_has_names_of_its_own(book: Gradebook, results: ResultsFile, tmp_path: Path) -> None:
    outputs = [tmp_path / name for name in ("class.json", "class.csv")]
    book.partial = True
    Outputs(outputs).write(book)
    assert {path.name for path in tmp_path.glob("class*")} == {"class.partial.json", "class.partial.csv"}
    book.partial = False
    Outputs(outputs).write(book)
    assert {path.name for path in tmp_path.glob("class*")} == {"class.json", "class.csv"}


def test_endings_decide_about_the_form() -> None:
    names = ["a.json", "a.jsonl", "a.csv", "a.html", "a.b.csv", ".csv", "csv", "a.txt", "a.xml"]
    assert [ending_of(Path(name)) for name in names] == [
        ".json", ".jsonl", ".csv", ".html", ".csv", "", "", "", "",
    ]  # fmt: skip
    assert with_ending(Path("x/a.csv"), ".jsonl") == Path("x/a.jsonl")
    assert partial_path(Path("x/a.b.csv")) == Path("x/a.b.partial.csv")
    assert Outputs([Path("b.html"), Path("a.jsonl")]).results == Path("a.jsonl")
    assert Outputs([Path("b.csv")]).results == Path("b.jsonl")
    assert Outputs([]).results is None


@pytest.mark.parametrize("name", ["a.txt", "nowhere/a.json", "folder.json"])
def test_an_output_that_would_fail_is_refused_before_the_grading(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        Outputs([tmp_path / name]).check()


def test_a_verdict_of_the_instructor_counts_everywhere_with_its_reason(results: ResultsFile) -> None:
    book = override(results, Verdict.RIGHT)
    reason = "Her <b>note</b> is right"
    assert book.right("ana") == 2
    data = json.loads(made(book, ".json"))
    (ana,) = [one for one in data["learners"] if one["learner"] == "ana"]
    assert ana["right"] == 2
    assert ana["results"][0]["verdict"] == "right"
    assert ana["results"][0]["override"] == {
        "graded": "wrong", "verdict": "right", "reason": reason, "at": WHEN, "earlier_answer": False,
    }  # fmt: skip
    row = next(row for row in rows(book) if row["learner"] == "ana")
    assert (row["tensors/square"], row["overrides"]) == ("right", f"tensors/square: {reason}")
    assert f"set by the instructor: ana tensors/square wrong -> right: {reason}" in list(summary(book))
    for page in (made(book, ".html"), "".join(feedback_parts(book, "ana"))):
        assert reason in Page(page).text
        assert "<b>note" not in page
    assert override(results, None).right("ana") == 1
    assert "override" not in made(results.book(), ".json").replace("overrides", "")


def test_a_verdict_can_be_set_where_nothing_was_graded(tmp_path: Path) -> None:
    results = graded(tmp_path / "class.jsonl", {"ana": [report()], "nina": []})
    results.append(Overridden("nina", "tensors/cube", Verdict.RIGHT, "On paper", WHEN))
    book = results.book()
    assert book.right("nina") == 1
    for ending in OWN:
        assert "On paper" in made(book, ending), ending
    assert "On paper" in "".join(feedback_parts(book, "nina"))
    results.append(Overridden("nina", "tensors/cube", None, "", WHEN))
    assert results.book().of("nina") == []


def test_a_learner_s_page_has_the_notes_on_right_answers_only(tmp_path: Path) -> None:
    note = Note("unchecked-reshape", "It is <not> checked.", "Write `x.reshape`.", "tensors/reshaping", 5)
    right, wrong = report(verdict=Verdict.RIGHT, notes=(note,)), report(verdict=Verdict.WRONG, notes=(note,))
    book = graded(tmp_path / "class.jsonl", {"ana": [right], "ben": [wrong]}).book()
    assert "Line 5: It is <not> checked. Write x.reshape." in Page("".join(feedback_parts(book, "ana"))).text
    assert "checked" not in Page("".join(feedback_parts(book, "ben"))).text


def test_a_learner_s_page_has_the_tutor_s_words_and_nobody_else(results: ResultsFile, tmp_path: Path) -> None:
    write_feedback(results.book(), tmp_path / "feedback")
    names = file_names(results.book().learners)
    text = (tmp_path / "feedback" / names["ana"]).read_text()
    page = Page(text)
    for words in ("Not right yet", "That is the third power.", "Case 1: a 2 x 3 array", "1 right of 2", "return x"):
        assert words in page.text
    assert "HYPERLINK" not in text
    assert "nina" not in text
    assert "script" not in page.tags
    other = Page((tmp_path / "feedback" / names[SLY]).read_text())
    assert MARKUP in other.text
    assert "ana" not in re.findall(r"\w+", other.text)
    assert (tmp_path / "feedback").stat().st_mode & 0o777 == 0o700
    assert {one.stat().st_mode & 0o777 for one in (tmp_path / "feedback").iterdir()} == {0o600}


def test_pages_have_names_that_every_system_takes() -> None:
    learners = ("ana", "Ana", "../x", "<b>", "a" * 300, "李" * 90, "..", "k.lee27", "Ana Ruiz_4711")
    names = file_names(learners)
    assert len({name.casefold() for name in names.values()}) == len(learners)
    assert names["ana"] == "ana.html"
    assert names["Ana Ruiz_4711"] == "Ana Ruiz_4711.html"
    assert not [name for name in names.values() if "/" in name or name.startswith(".") or len(name.encode()) > 200]


def test_points_stand_in_every_file(tmp_path: Path) -> None:
    due = datetime(2026, 11, 22, 9, tzinfo=timezone.utc)
    points = {"tensors/square": 2.0, "tensors/cube": 3.0}
    reports = {"ana": [report(), RIGHT]}
    book = graded(tmp_path / "class.jsonl", reports, points=points, due=due, late="refused").book()
    assert json.loads(made(book, ".json"))["learners"][0]["score"]["points"] == 3.0
    assert [(row["score"], row["possible"]) for row in rows(book)] == [("3", "5")]
    assert "3 of 5 points" in next(summary(book))
    assert "3 of 5" in Page(made(book, ".html")).text
    assert "3 of 5 points" in Page("".join(feedback_parts(book, "ana"))).text
