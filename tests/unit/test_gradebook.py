"""A class on paper: the contract's JSON, a CSV that runs nothing, a page that shows text as text."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mxtutor.classroom.record import PartialRecord
from mxtutor.cli.gradebook import WRITERS, Gradebook, write

from mxtutor.cli import grade, gradebook
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Flag, Report, Verdict
from tests.unit.specimens import report

SLY = '=HYPERLINK("http://x.y","z")'
MARKUP = "<script>alert('x')</script>"


@pytest.fixture
def book() -> Gradebook:
    """Three learners: one with a right and a wrong answer, one with a sly name and headline, one who gave nothing."""
    made = Gradebook(51, ("ana", SLY, "nina"))
    made.add("ana", report())
    made.add("ana", report(exercise="tensors/cube", verdict=Verdict.RIGHT, headline="Agrees.", diagnosis=()))
    made.add(SLY, report(verdict=Verdict.ERROR, headline=MARKUP + '" onmouseover="x'))
    return made


def rows(book: Gradebook) -> list[dict[str, str]]:
    """Return the rows of the CSV."""
    return list(csv.DictReader(io.StringIO(WRITERS[".csv"](book))))


def test_the_json_is_the_contract_s(book: Gradebook) -> None:
    data = json.loads(WRITERS[".json"](book))
    assert data["version"] == 1
    assert [(one["learner"], one["right"], one["total"]) for one in data["learners"]] == [
        ("ana", 1, 51),
        (SLY, 0, 51),
        ("nina", 0, 51),
    ]
    assert [Report.from_json(r) for r in data["learners"][0]["results"]] == book.results["ana"]
    assert set(data["learners"][0]) == {"learner", "right", "total", "results", "unread"}


def test_the_csv_has_a_row_an_answer(book: Gradebook) -> None:
    first, second, _ = rows(book)
    assert first == {
        "learner": "ana", "exercise": "tensors/square", "verdict": "wrong", "headline": "2 of 6 values differ",
        "diagnosis": "cube", "cases_right": "0", "cases": "2", "seconds": "0.250", "seed": "20811",
        "flags": "",
    }  # fmt: skip
    assert second["diagnosis"] == ""


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n", "＝"])
def test_no_cell_is_taken_for_a_formula(start: str) -> None:
    sly = Gradebook(1, (f"{start}cmd|' /C calc'!A0",))
    sly.add(sly.learners[0], report(headline=f"{start}1+1"))
    (row,) = rows(sly)
    assert row["learner"].startswith(f"'{start}")
    assert row["headline"] == f"'{start}1+1"


def test_control_codes_are_left_out_of_cells() -> None:
    one = Gradebook(1, ("ana",))
    one.add("ana", report(headline="\r=1+1\x1b[2J"))
    assert rows(one)[0]["headline"] == "'=1+1[2J"


def test_quotes_commas_and_lines_stay_in_their_cell() -> None:
    one = Gradebook(1, ("ana",))
    one.add("ana", report(headline='a "b", c\nd'))
    assert rows(one)[0]["headline"] == 'a "b", c\nd'


class Page(HTMLParser):
    """The tags, titles and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[dict[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.cells += [dict(attrs)] if tag == "td" else []

    def handle_data(self, data: str) -> None:
        self.text += data


def test_flags_stand_in_every_file(book: Gradebook) -> None:
    flagged = replace(book.results["ana"][1], flags=(Flag("frames", f"This answer uses `{MARKUP}`.", 3),))
    book.results["ana"][1] = flagged
    assert [row["flags"] for row in rows(book)][:2] == ["", "frames"]
    page = Page(WRITERS[".html"](book))
    assert next(str(cell["title"]) for cell in page.cells if MARKUP in str(cell.get("title"))).endswith(f"`{MARKUP}`.")
    assert "⚑" in page.text
    assert json.loads(WRITERS[".json"](book))["learners"][0]["results"][1]["flags"][0]["code"] == "frames"


def test_the_page_shows_text_as_text(book: Gradebook) -> None:
    page = Page(WRITERS[".html"](book))
    assert "script" not in page.tags
    assert {frozenset(cell) for cell in page.cells} == {frozenset(), frozenset({"class", "title"})}
    assert MARKUP + '" onmouseover="x' in [cell.get("title") for cell in page.cells]


def test_the_page_tells_verdicts_without_colours(book: Gradebook) -> None:
    page = Page(WRITERS[".html"](book))
    assert page.cells[2:4] == [
        {"class": "wrong", "title": "2 of 6 values differ"},
        {"class": "right", "title": "Agrees."},
    ]
    assert "1 of 51" in page.text
    assert "x+" in page.text.replace("\n", "")


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_mark(verdict: Verdict) -> None:
    one = Gradebook(1, ("ana",))
    one.add("ana", report(verdict=verdict))
    assert f'class="{verdict.value}"' in WRITERS[".html"](one)


def test_reports_stand_in_the_course_s_order(book: Gradebook) -> None:
    book.sort(["tensors/cube", "tensors/square"])
    assert [r.exercise for r in book.results["ana"]] == ["tensors/cube", "tensors/square"]


def test_the_summary_has_a_line_a_learner(book: Gradebook) -> None:
    assert [" ".join(line.split()) for line in book.summary()] == [
        "ana 1 right of 2 handed in, 51 exercises",
        f"{SLY} 0 right of 1 handed in, 51 exercises",
        "nina 0 right of 0 handed in, 51 exercises",
    ]


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_replaced_as_a_whole(book: Gradebook, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"class{ending}"
    path.write_text("old")
    write(book, path)
    assert path.read_bytes().decode() == WRITERS[ending](book)
    assert list(tmp_path.iterdir()) == [path]


def test_names_that_are_no_text_can_be_written(tmp_path: Path) -> None:
    write(Gradebook(1, ("\udcff",)), tmp_path / "class.json")
    assert json.loads((tmp_path / "class.json").read_text())["learners"][0]["learner"] == "\udcff"


def test_a_file_that_cannot_be_written_is_reported_and_leaves_nothing(book: Gradebook, tmp_path: Path) -> None:
    (tmp_path / "class.json").mkdir()
    with pytest.raises(UsageError, match="cannot be written"):
        write(book, tmp_path / "class.json")
    assert [path.name for path in tmp_path.iterdir()] == ["class.json"]


def test_when_the_disk_is_full_the_record_keeps_the_results(
    book: Gradebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = PartialRecord(tmp_path / "class.partial.jsonl", 3, 7)
    record.add("ana", book.results["ana"][0].to_json())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(gradebook, "write_private", full)
    with pytest.raises(UsageError, match=r"class\.partial\.jsonl holds the results so far"):
        grade.write_outputs(book, [tmp_path / "class.json"], record)
    first, second = (json.loads(line) for line in record.path.read_text().splitlines())
    assert first["partial"] is True
    assert second["result"]["exercise"] == "tensors/square"


def test_an_unfinished_gradebook_says_so_in_every_format(book: Gradebook) -> None:
    book.partial = True
    assert json.loads(WRITERS[".json"](book))["partial"] is True
    assert rows(book)[-1]["verdict"] == "partial"
    assert "Partial" in Page(WRITERS[".html"](book)).text
    assert next(book.summary()).startswith("PARTIAL")
