"""Grades of a class: points between none and all, what the instructor sets, and the files that platforms import."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, Flag, Report, Submission, Verdict
from tests.unit.classroom.classes import FakeGrader
from tests.unit.classroom.test_class_commands import RIGHT, Class
from tests.unit.classroom.test_insights import answer, book

HALF = "def square(x): ...  # half\n"
SQUARE = "tensors/square"


class HalfGrader(FakeGrader):
    """A grader for which an answer with `half` is right in one of two cases, and in one of two parts."""

    def grade(self, submission: Submission, on_output: object = None) -> Report:
        """Return a report on an answer."""
        text = submission.source.decode()
        if "half" not in text:
            return super().grade(submission, on_output)

        def case(name: str, *, ok: bool) -> CaseResult:
            aspects = (
                Aspect("dtype", True), Aspect("values", ok, "They differ."),
                Aspect("gradient", True, kind=AspectKind.OBSERVATION),
            )  # fmt: skip
            return CaseResult(name, Verdict.RIGHT if ok else Verdict.WRONG, aspects)

        cases = (case("one", ok=True), case("two", ok=False), case("three", ok=False))
        found = Report(submission.exercise.id, Verdict.WRONG, "Half.", cases, seed=submission.seed or 0)
        return replace(found, flags=(Flag("tampered", "No.", 1),)) if "tampered" in text else found


@pytest.fixture
def klass(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Class:
    """A class with answers that are right, half right and wrong."""
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    made = Class(tmp_path, capsys)
    made.grader = HalfGrader()
    for name, text in (("Ana Ruiz_4711", RIGHT), ("Bo Lee_4712", HALF), ("eve", f"{HALF}# tampered"), ("kim", "x = 1")):
        made.put(f"{name}/square.py", text)
    return made


def workshop(klass: Class, credit: str) -> Path:
    """Write a workshop with this credit and return its file."""
    file = klass.top / "day.yaml"
    file.write_text(
        "version: 1\ntitle: A day\nparts:\n- {title: One, exercises: [tensors/square, tensors/halve]}\n"
        f"points: {{tensors/square: 3, default: 1}}\ncredit: {credit}\n"
    )
    return file


def points(klass: Class) -> dict[str, float]:
    """Return the points of each learner."""
    data = json.loads((klass.top / "out.json").read_text())
    return {one["learner"]: one["score"]["points"] for one in data["learners"]}


def rows(file: Path) -> list[list[str]]:
    """Return the cells of a CSV file."""
    with file.open(newline="") as text:
        return list(csv.reader(text))


@pytest.mark.parametrize(("credit", "half"), [("all", 0.0), ("cases", 1.0), ("parts", 1.5)])
def test_an_answer_earns_what_the_workshop_says(klass: Class, credit: str, half: float) -> None:
    assert klass.grade("--workshop", workshop(klass, credit), "--out", klass.top / "out.json") == 0, klass.err
    assert points(klass) == {"Ana Ruiz_4711": 3.0, "Bo Lee_4712": half, "eve": 0.0, "kim": 0.0}
    assert klass.grade("--workshop", workshop(klass, "some")) == 2
    assert "credit is 'some'; it must be one of all, cases, parts" in klass.err


def test_points_can_be_set_with_a_reason_and_taken_back(klass: Class) -> None:
    out, results = klass.top / "out.json", klass.top / "out.jsonl"
    klass.grade("--workshop", workshop(klass, "all"), "--out", out)
    setting = ("grade", "override", results, "kim", SQUARE)
    assert klass(*setting, "--points", 1.5) == 2
    assert "needs a reason" in klass.err
    assert klass(*setting, "--points", 4, "--reason", "Good idea") == 2
    assert "has 3 points at most" in klass.err
    assert klass(*setting, "--points", "nan", "--reason", "Good idea") == 2
    assert "nan is not a number" in klass.err
    outputs = [word for end in ("json", "html", "csv") for word in ("--out", klass.top / f"out.{end}")]
    assert klass(*setting, "--points", 1.5, "--reason", "Good idea", *outputs) == 0, klass.err
    assert klass.out == "kim tensors/square: wrong -> wrong, 1.5 points\n"
    assert points(klass)["kim"] == 1.5
    for name in ("out.html", "out.csv", "out.json"):
        assert "Good idea" in (klass.top / name).read_text(), name
    assert klass(*setting, "--points", 1, "--reason", "Good idea", *outputs) == 0
    assert klass.out == "kim tensors/square: wrong -> wrong, 1 point\n"
    assert "(1 point)" in (klass.top / "out.html").read_text()
    assert klass(*setting, "right", "--points", 2, "--reason", "On paper", *outputs) == 0
    assert (points(klass)["kim"], klass.verdicts()["kim"][SQUARE]) == (2.0, "right")
    klass.grade("--workshop", workshop(klass, "cases"), "--out", out)
    assert points(klass)["kim"] == 2.0, "it stays when the class is graded again"
    assert klass(*setting, "--undo", *outputs) == 0
    assert points(klass)["kim"] == 0.0


@pytest.mark.parametrize("hidden", [(), ("--anonymous",)])
def test_what_was_set_stays_when_a_roster_gives_the_learner_another_name(klass: Class, hidden: tuple[str, ...]) -> None:
    roster, out = klass.top / "class.csv", klass.top / "out.json"
    roster.write_text("name\nAna Ruiz\nBo Lee\n")
    given = ("--workshop", workshop(klass, "all"), "--out", out, *hidden)
    klass.grade(*given)
    learner = next(one["learner"] for one in json.loads(out.read_text())["learners"] if one["right"])
    setting = ("grade", "override", klass.top / "out.jsonl", learner, SQUARE)
    assert klass(*setting, "wrong", "--points", 0.5, "--reason", "Copied") == 0, klass.err
    klass.grade(*given, "--roster", roster)
    found = [one["score"]["points"] for one in json.loads(out.read_text())["learners"]]
    assert 0.5 in found
    assert 3.0 not in found
    if not hidden:
        assert klass("grade", "override", klass.top / "out.jsonl", "Ana Ruiz", SQUARE, "--undo") == 0, klass.err
        klass.grade(*given, "--roster", roster)
        assert points(klass)["Ana Ruiz"] == 3.0, "taken back for good"


def test_points_need_a_workshop(klass: Class) -> None:
    klass.grade("--out", klass.top / "out.json")
    assert klass("grade", "override", klass.top / "out.jsonl", "kim", SQUARE, "--points", 1, "--reason", "x") == 2
    assert "This class has no points. Grade it with --workshop." in klass.err


def test_moodle_imports_the_worksheet_and_the_feedback(klass: Class) -> None:
    outputs = ("--out", klass.top / "out.moodle.csv", "--feedback", klass.top / "feedback.zip")
    assert klass.grade("--workshop", workshop(klass, "cases"), *outputs) == 0, klass.err
    header, *lines = rows(klass.top / "out.moodle.csv")
    assert set(header) >= {"Identifier", "Grade", "Last modified (grade)", "Feedback comments"}
    found = [dict(zip(header, line, strict=True)) for line in lines]
    assert [(one["Identifier"], one["Full name"], one["Grade"], one["Maximum Grade"]) for one in found] == [
        ("Participant 4711", "Ana Ruiz", "3", "4"),
        ("Participant 4712", "Bo Lee", "1", "4"),
    ]
    for name in ("out.moodle.csv", "feedback.zip"):
        fix = "give its grading worksheet as --roster."
        assert f"mxtutor: {name}: the number in Moodle of eve, kim is not known; {fix}" in klass.err
    assert found[1]["Feedback comments"] == "tensors/square: Not right yet (1 of 3 points). Half."
    with zipfile.ZipFile(klass.top / "feedback.zip") as archive:
        names = {f"{one}_assignfeedback_file_/feedback.html" for one in ("Ana Ruiz_4711", "Bo Lee_4712", "eve", "kim")}
        assert set(archive.namelist()) == names
        assert b"Half." in archive.read("Bo Lee_4712_assignfeedback_file_/feedback.html")
    roster = klass.top / "class.csv"
    roster.write_text("name\nBo Lee\n")
    assert klass.grade("--roster", roster, *outputs) == 1
    assert "Participant 4712,Bo Lee," in (klass.top / "out.moodle.csv").read_text()
    with zipfile.ZipFile(klass.top / "feedback.zip") as archive:
        assert "Bo Lee_4712_assignfeedback_file_/feedback.html" in archive.namelist()


def test_moodle_knows_learners_by_its_own_worksheet_whatever_their_hand_ins_are_called(klass: Class) -> None:
    roster = klass.top / "worksheet.csv"
    roster.write_text("Identifier,Full name,Email address\nParticipant 77,Eve Ok,eve@x.example\n")
    outputs = ("--out", klass.top / "out.moodle.csv", "--feedback", klass.top / "feedback.zip")
    klass.grade("--workshop", workshop(klass, "cases"), "--roster", roster, *outputs)
    assert ["Participant 77", "Eve Ok", "eve@x.example", "0", "4"] in [line[:5] for line in rows(outputs[1])]
    assert "kim is not known" in klass.err
    with zipfile.ZipFile(outputs[3]) as archive:
        assert "Eve Ok_77_assignfeedback_file_/feedback.html" in archive.namelist()


def test_a_platform_gets_no_grade_of_a_learner_who_may_be_two(klass: Class) -> None:
    roster = klass.top / "worksheet.csv"
    roster.write_text("Identifier,Full name,Email address\nParticipant 77,Eve Ok,eve@x.example\n")
    klass.put("Eve Ok/square.py", RIGHT)
    klass.put("eve_ok/square.py", "x = 1")
    outputs = ("--out", klass.top / "out.moodle.csv", "--feedback", klass.top / "feedback.zip")
    klass.grade("--workshop", workshop(klass, "cases"), "--roster", roster, *outputs)
    assert [line[0] for line in rows(outputs[1])[1:] if line[0] == "Participant 77"] == []
    with zipfile.ZipFile(outputs[3]) as archive:
        assert len(set(archive.namelist())) == len(archive.namelist()) == 6
        assert not any("77" in name for name in archive.namelist())


def test_canvas_imports_the_gradebook_of_its_own_roster(klass: Class) -> None:
    roster = klass.top / "gradebook.csv"
    roster.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Old (7)\n    Points Possible,,,,,5\n"
        '"Ruiz, Ana",4711,s1,ruizana,One,\n"Ok, Zoe",4719,s9,okzoe,Two,\n'
    )
    klass.grade("--workshop", workshop(klass, "all"), "--roster", roster, "--out", klass.top / "out.canvas.csv")
    lines = rows(klass.top / "out.canvas.csv")
    assert lines[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "A day"]
    assert lines[1] == ["    Points Possible", "", "", "", "", "4"]
    assert ["Ruiz, Ana", "4711", "s1", "ruizana", "One", "3"] in lines
    assert ["Ok, Zoe", "4719", "s9", "okzoe", "Two", ""] in lines, "nothing was handed in"
    assert ["Bo Lee", "4712", "", "", "", "0"] in lines, "the number is in the name of the hand-ins"
    assert "out.canvas.csv: the number in Canvas of eve, kim is not known; give the gradebook" in klass.err


def test_the_page_shows_the_code_of_a_cell_and_links_feedback(klass: Class) -> None:
    (klass.top / "pages").mkdir()
    page = klass.top / "out.html"
    klass.grade("--out", page, "--feedback", klass.top / "pages" / "each")
    text = page.read_text()
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    codes = [data["texts"][line[0][-1]] for line in data["cells"]]
    assert codes == [RIGHT, HALF, f"{HALF}# tampered", "x = 1"]
    assert data["pages"][0] == "pages/each/Ana%20Ruiz_4711.html"
    assert '<a href="pages/each/Ana%20Ruiz_4711.html">Ana Ruiz_4711</a>' in text
    assert (klass.top / "pages" / "each" / "Ana Ruiz_4711.html").is_file()
    klass.grade("--anonymous", "--out", klass.top / "hidden.html")
    hidden = (klass.top / "hidden.html").read_text()
    assert "# half" not in hidden
    assert "def square(x)" in hidden


def test_the_page_explains_no_unknown_mistake(tmp_path: Path) -> None:
    from mxtutor.reporting.gradebook.page import page_parts

    reports = {f"learner {n}": [answer("one", "?"), *([answer("two", "swap")] if n < 2 else [])] for n in range(9)}
    text = "".join(page_parts(book(tmp_path, reports)))
    assert "No known mistake" not in text
    assert text.index("It is swap.") < text.index("2 of 6 values differ"), "what can be explained comes first"
