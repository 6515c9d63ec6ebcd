"""The commands for a class, on the tiny course and with a grader that runs nothing."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import shutil
import threading
import time
import unicodedata
import zipfile
from collections.abc import Callable
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.classroom.anonymity import HIDDEN, NameScrubber, learner_id, read_key
from mxtutor.classroom.run import in_parallel
from mxtutor.cli import main
from mxtutor.cli.grade import GradingProgress
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Grader
from tests.grading.tiny import COURSE
from tests.unit.classroom.classes import FakeGrader

WRONG = "def square(x):\n    return x ** 3\n"
RIGHT = "def square(x):\n    return x * x  # right\n"


class Class:
    """A folder of hand-ins, and commands on it."""

    def __init__(self, top: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.top, self.folder = top, top / "class"
        self.folder.mkdir()
        self.grader = FakeGrader()
        self.pack = COURSE
        self.out = self.err = ""
        self.capsys = capsys

    def put(self, name: str, text: str | bytes = WRONG) -> None:
        """Hand in a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def __call__(self, *arguments: object) -> int:
        """Run a command; its output is in `out` and `err`."""
        self.grader.graded.clear()
        self.capsys.readouterr()
        make = cast(Any, lambda **_: self.grader)
        code = main(["--pack", str(self.pack), *map(str, arguments)], make_grader=make)
        self.out, self.err = self.capsys.readouterr()
        return code

    def grade(self, *options: object) -> int:
        """Grade the folder."""
        return self("grade", self.folder, *options)

    def verdicts(self, name: str = "out.json") -> dict[str, dict[str, str]]:
        """Return the verdicts of an output by learner and exercise."""
        data = json.loads((self.top / name).read_text())
        return {one["learner"]: {r["exercise"]: r["verdict"] for r in one["results"]} for one in data["learners"]}


@pytest.fixture
def klass(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Class:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    made = Class(tmp_path, capsys)
    made.put("ana/tensors/square.py", RIGHT)
    made.put("ana/tensors/halve.py")
    made.put("bob/tensors/square.py")
    return made


def test_unchanged_answers_are_not_graded_again(klass: Class) -> None:
    out = klass.top / "out.json"
    assert klass.grade("--out", out) == 0
    assert len(klass.grader.graded) == 3
    first = klass.verdicts()
    assert klass.grade("--out", out) == 0
    assert klass.grader.graded == []
    assert "graded before and not changed since: 3 of 3 answers" in klass.err
    assert klass.verdicts() == first
    klass.put("bob/tensors/square.py", RIGHT)
    klass.put("eve/tensors/square.py")
    (klass.folder / "ana/tensors/halve.py").unlink()
    assert klass.grade("--out", out) == 0
    assert sorted(source for _, source in klass.grader.graded) == sorted([RIGHT.encode(), WRONG.encode()])
    assert klass.verdicts() == {
        "ana": {"tensors/square": "right"}, "bob": {"tensors/square": "right"}, "eve": {"tensors/square": "wrong"},
    }  # fmt: skip


def test_the_seed_stays_until_another_one_is_asked_for(klass: Class) -> None:
    out = klass.top / "out.json"
    klass.grade("--out", out)
    seed = json.loads(out.read_text())["seed"]
    klass.put("eve/tensors/square.py")
    klass.grade("--out", out)
    assert json.loads(out.read_text())["seed"] == seed
    klass.grade("--out", out, "--seed", seed + 1)
    assert len(klass.grader.graded) == 4, "another seed draws other inputs"
    klass.grade("--out", out, "--fresh")
    assert len(klass.grader.graded) == 4


def test_a_change_of_the_content_is_graded_again(klass: Class) -> None:
    out = klass.top / "out.json"
    klass.grade("--out", out)
    klass.pack = klass.top / "pack"
    shutil.copytree(COURSE, klass.pack)
    with (klass.pack / "exercises/tensors/square/exercise.yaml").open("a") as file:
        file.write("\n# a comment\n")
    klass.grade("--out", out)
    assert [identity for identity, _ in klass.grader.graded] == ["tensors/square"] * 2


def test_only_some_exercises_are_graded_and_counted(klass: Class) -> None:
    assert klass.grade("--only", "tensors/square", "--json") == 0
    data = json.loads(klass.out)
    assert [(one["learner"], one["right"], one["total"]) for one in data["learners"]] == [("ana", 1, 1), ("bob", 0, 1)]
    assert data["unread"] == []
    assert klass.grade("--only", "tensors", "--json") == 0
    assert len(json.loads(klass.out)["exercises"]) == 5
    assert klass.grade("--only", "tensors/sqare") == 2
    assert "Did you mean tensors/square" in klass.err


def test_without_an_output_nothing_stays_and_an_interruption_loses_nothing(klass: Class) -> None:
    assert klass.grade() == 0
    assert "ana" in klass.out
    assert list(klass.top.rglob("*.jsonl")) == []

    def stop(count: int) -> None:
        if count == 3:
            raise KeyboardInterrupt

    klass.grader = FakeGrader(stop)
    assert klass.grade("--jobs", 1) == 130
    assert "PARTIAL" in klass.out
    assert "the same command continues" in klass.err
    klass.grader = FakeGrader()
    assert klass.grade("--jobs", 1) == 0
    assert len(klass.grader.graded) == 1
    assert "PARTIAL" not in klass.out


def test_results_that_are_done_beside_an_interruption_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_done(running: set[Future[int]], *_: object, **__: object) -> object:
        return wait(running)

    def work(item: int) -> int:
        if item == 3:
            raise KeyboardInterrupt
        return item

    monkeypatch.setattr("mxtutor.classroom.run.wait", all_done)
    found: list[int] = []
    with contextlib.suppress(KeyboardInterrupt):
        for one in in_parallel(cast("Grader", FakeGrader()), range(8), work, 8):
            found.append(one)
    assert sorted(found) == [0, 1, 2, 4, 5, 6, 7]


def test_all_forms_come_from_one_run(klass: Class) -> None:
    klass.put("ana/notes.txt")
    names = [f"out{ending}" for ending in (".json", ".jsonl", ".csv", ".html")]
    options = [part for name in names for part in ("--out", klass.top / name)]
    assert klass.grade(*options, "--feedback", klass.top / "feedback") == 1
    assert len(klass.grader.graded) == 3
    assert {path.name for path in klass.top.glob("out*")} == set(names)
    assert {path.name for path in (klass.top / "feedback").iterdir()} == {"ana.html", "bob.html"}
    assert {path.stat().st_mode & 0o777 for path in klass.top.glob("out*")} == {0o600}


def test_a_download_of_a_platform_is_graded_as_it_is(klass: Class) -> None:
    archive = klass.top / "submissions.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("ruizana_LATE_4711_98765_square-1.py", RIGHT)
        made.writestr("leebo_4712_98766_square.py", WRONG)
    assert klass("grade", archive, "--out", klass.top / "out.json") == 0
    learners = json.loads((klass.top / "out.json").read_text())["learners"]
    assert [(one["learner"], r["verdict"], r.get("late", False)) for one in learners for r in one["results"]] == [
        ("leebo_4712", "wrong", False),
        ("ruizana_4711", "right", True),
    ]


def test_outputs_in_the_class_s_folder_are_not_hand_ins(klass: Class) -> None:
    for _ in range(2):
        assert klass.grade("--out", klass.folder / "class.json") == 0, klass.err


def test_a_file_of_somebody_else_is_not_overwritten(klass: Class) -> None:
    (klass.top / "class.jsonl").write_text("mine\n")
    assert klass.grade("--out", klass.top / "class.html") == 2
    assert len(klass.err.splitlines()) == 1
    assert (klass.top / "class.jsonl").read_text() == "mine\n"


def test_neither_the_roster_nor_a_foreign_archive_is_overwritten(klass: Class) -> None:
    roster, archive = klass.top / "class.canvas.csv", klass.top / "hand-ins.zip"
    roster.write_text("Student,ID,SIS User ID,SIS Login ID,Section,Old (7)\nBob,1,s1,bob,One,5\n")
    archive.write_bytes(b"PK\3\4 of somebody else")
    before = roster.read_bytes(), archive.read_bytes()
    assert klass.grade("--roster", roster, "--out", roster) == 2
    assert "class.canvas.csv is the roster." in klass.err
    assert klass.grade("--feedback", archive) == 2
    assert "is not an output that mxtutor may replace" in klass.err
    assert (roster.read_bytes(), archive.read_bytes()) == before
    for _ in range(2):
        assert klass.grade("--feedback", klass.top / "feedback.zip") == 0, klass.err


def test_parts_make_the_whole(klass: Class) -> None:
    for name in ("eve", "kim", "zoe", "李伟", "max"):
        klass.put(f"{name}/tensors/square.py", RIGHT if name == "zoe" else WRONG)
    klass.grade("--out", klass.top / "whole.json", "--seed", 7)
    total = 0
    for number in (1, 2, 3):
        assert klass.grade("--shard", f"{number}/3", "--out", klass.top / f"part{number}.jsonl", "--seed", 7) == 0
        total += len(klass.grader.graded)
    assert total == 8
    parts = sorted(klass.top.glob("part*.jsonl"))
    assert klass("grade", "merge", *parts, "--out", klass.top / "merged.json", "--out", klass.top / "merged.jsonl") == 0
    assert klass.verdicts("merged.json") == klass.verdicts("whole.json")
    assert klass("grade", "show", klass.top / "merged.jsonl", "--json") == 0
    assert len(json.loads(klass.out)["learners"]) == 7
    assert klass("grade", "merge", *parts, "--out", klass.top / "merged.jsonl") == 2, "it exists"
    assert list(klass.top.glob(".merge*")) == []


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3"])
def test_a_part_that_does_not_exist_is_one_line(klass: Class, shard: str) -> None:
    assert klass.grade("--shard", shard) == 2
    assert len(klass.err.splitlines()) == 1


def test_a_folder_may_have_the_name_of_a_command(klass: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(klass.top)
    klass.folder.rename(klass.top / "merge")
    assert klass("grade", "./merge") == 0
    assert klass("grade", "--help") == 0
    assert re.search(r"mxtutor grade \[OPTIONS\] DIR", klass.out)
    assert "override" in klass.out


def test_a_verdict_of_the_instructor_stays(klass: Class) -> None:
    out, file = klass.top / "out.json", klass.top / "out.jsonl"
    klass.grade("--out", out)
    assert klass("grade", "override", file, "bob", "tensors/square", "right") == 2
    assert "needs a reason" in klass.err
    reason = ("--reason", "shown on paper\n=1+1")
    assert klass("grade", "override", file, "bob", "tensors/square", "right", *reason, "--out", out) == 0
    assert klass.out == "bob tensors/square: wrong -> right\n"
    assert klass.verdicts()["bob"] == {"tensors/square": "right"}
    klass.grade("--out", out, "--fresh")
    assert klass.verdicts()["bob"] == {"tensors/square": "right"}
    klass("regrade", file, "--out", out)
    assert klass.verdicts()["bob"] == {"tensors/square": "right"}
    klass.put("bob/tensors/square.py", WRONG + "\n")
    klass.grade("--out", out)
    data = json.loads(out.read_text())["learners"][1]["results"][0]
    assert data["override"]["reason"] == "shown on paper =1+1"
    assert data["override"]["earlier_answer"] is True
    assert klass("grade", "override", file, "bob", "tensors/square", "--undo", "--out", out) == 0
    assert klass.verdicts()["bob"] == {"tensors/square": "wrong"}
    assert klass("grade", "override", file, "bob", "tensors/square", "--undo") == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("bobb", "tensors/square", "right", "--reason", "x"), "Did you mean bob?"),
        (("bob", "tensors/sqare", "right", "--reason", "x"), "Did you mean tensors/square"),
        (("bob", "tensors/square", "broken", "--reason", "x"), "broken"),
        (("bob", "tensors/square"), "Give a verdict"),
        (("bob", "tensors/square", "right", "--undo", "--reason", "x"), "Give a verdict"),
    ],
)
def test_a_wrong_override_is_one_line(klass: Class, arguments: tuple[str, ...], told: str) -> None:
    klass.grade("--out", klass.top / "out.jsonl")
    before = (klass.top / "out.jsonl").read_bytes()
    assert klass("grade", "override", klass.top / "out.jsonl", *arguments) == 2
    assert len(klass.err.splitlines()) == 1
    assert told in klass.err
    assert (klass.top / "out.jsonl").read_bytes() == before


def test_a_learner_whose_name_looks_like_an_option_is_graded_and_overridden(klass: Class) -> None:
    klass.put("-2+3/square.py", WRONG)
    klass.put("--all/square.py", WRONG)
    klass.grade("--out", klass.top / "out.json")
    for name in ("-2+3", "--all"):
        words = ("grade", "override", klass.top / "out.jsonl", name, "tensors/square", "right", "--reason", "On paper")
        assert klass(*words, "--out", klass.top / "out.json") == 0, klass.err
        assert klass.verdicts()[name] == {"tensors/square": "right"}
    assert klass(*words, "--resaon", "x") == 2


class _Fixed(FakeGrader):
    """The grader after a fix of the content: everything is right."""

    def grade(self, submission: Any, on_output: object = None) -> Any:
        report = super().grade(submission)
        return type(report)(report.exercise, type(report.verdict).RIGHT, "Agrees.", seed=report.seed)


@pytest.fixture
def fixed(klass: Class) -> Callable[[], None]:
    """What changes the exercise `square` and grades its answers as right from then on."""

    def change() -> None:
        klass.pack = klass.top / "pack"
        shutil.copytree(COURSE, klass.pack)
        with (klass.pack / "exercises/tensors/square/exercise.yaml").open("a") as file:
            file.write("\n# fixed\n")
        klass.grader = _Fixed()

    return change


def test_after_a_fix_of_the_content_changed_verdicts_are_listed(klass: Class, fixed: Callable[[], None]) -> None:
    file = klass.top / "out.jsonl"
    klass.grade("--out", file)
    shutil.rmtree(klass.folder)
    fixed()
    assert klass("regrade", file, "--out", klass.top / "out.json") == 0
    assert klass.out == "bob  tensors/square  wrong -> right: Agrees.\n"
    assert "2 answers graded again, 1 verdict changed" in klass.err
    assert klass.verdicts() == {
        "ana": {"tensors/square": "right", "tensors/halve": "wrong"},
        "bob": {"tensors/square": "right"},
    }
    assert klass("regrade", file, "--json") == 0
    assert json.loads(klass.out) == {"version": 1, "changed": []}
    assert klass.grader.graded == []


def test_grading_the_folder_again_says_what_changed(klass: Class, fixed: Callable[[], None]) -> None:
    file = klass.top / "out.jsonl"
    klass.grade("--out", file)
    fixed()
    klass.put("ana/tensors/halve.py", "right, but another answer")
    assert klass.grade("--out", file) == 0
    changed = [line for line in klass.err.splitlines() if "changed:" in line]
    assert changed == ["mxtutor: changed: bob  tensors/square  wrong -> right: Agrees."]
    assert klass("regrade", klass.top / "none.jsonl") == 2


def test_the_progress_of_a_log_is_a_line_from_time_to_time(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    progress = GradingProgress(
        [f"learner {number % 10}" for number in range(1000)], terminal=False, clock=lambda: now[0]
    )
    for number in range(1000):
        now[0] += 0.5
        progress.add(f"learner {number % 10}")
    progress.close()
    lines = capsys.readouterr().err.splitlines()
    assert 40 <= len(lines) <= 60
    assert lines[0] == "mxtutor: graded 20 of 1,000 answers, 0 of 10 learners, about 8 min left"
    assert lines[-1] == "mxtutor: graded 1,000 of 1,000 answers, 10 of 10 learners"


def test_the_progress_on_a_terminal_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    now = [0.0]
    progress = GradingProgress(["ana"] * 20, terminal=True, clock=lambda: now[0])
    for _ in range(20):
        now[0] += 0.3
        progress.add("ana")
    progress.close()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(len(part) < 40 for part in said.strip("\n").split("\r"))


NAMES = [
    "Ana Beatriz Müller_4711",
    "Zoe\u0308 O'Brien",
    "k.lee27",
    "李伟",
    "<b>Xerxes</b>",
    "=cmd|Quentin",
    "Ñandú",
    "Bartholomew",
]


def _parts(name: str) -> set[str]:
    """Return everything that tells who somebody is: the name and its longer parts, composed and decomposed."""
    words = {
        word
        for word in re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", name))
        if len(word) > 2 or not word.isascii()
    }
    forms = {unicodedata.normalize(form, word) for word in words for form in ("NFC", "NFD")}
    plain = {"".join(c for c in unicodedata.normalize("NFKD", one) if not unicodedata.combining(c)) for one in words}
    return {one.casefold() for one in forms | plain | {name}} - {"cmd"}


def test_no_anonymous_output_holds_a_name(klass: Class) -> None:
    shutil.rmtree(klass.folder)
    for number, name in enumerate(NAMES):
        own = next(iter(re.findall(r"[^\W\d_]{2,}", unicodedata.normalize("NFC", name))))
        code = (
            f'"""By {name}."""\n# {name}, {name.upper()}\ndef square({own.lower()}_x):\n'
            f'    """{name}"""\n    print("{own} {name} by{own.title()}2")\n    return {own.lower()}_x ** 3\n'
        )
        klass.put(f"{name}/tensors/square.py", code)
        klass.put(f"{name}/tensors/halve.py", RIGHT + f"# {name}\n")
        klass.put(f"{name}/notes of {own}.txt")
        if number == 0:
            cell = {"cell_type": "code", "source": f"# {own}/x\n1"}
            klass.put(f"{name}/work.ipynb", json.dumps({"cells": [cell]}))
    klass.put(f"{NAMES[1]}.py")
    endings = (".json", ".jsonl", ".csv", ".html")
    outputs = [part for ending in endings for part in ("--out", klass.top / f"out{ending}")]
    said = ""

    def stop(count: int) -> None:
        if count == 9:
            raise KeyboardInterrupt

    for grader in (FakeGrader(stop), FakeGrader()):
        klass.grader = grader
        klass.grade(*outputs, "--anonymous", "--feedback", klass.top / "feedback", "--jobs", 1)
        said += klass.out + klass.err
        for path in sorted(klass.top.glob("out*")):
            said += f"{path.name}\n{path.read_text()}\n"
        for path in sorted((klass.top / "feedback").iterdir()):
            said += f"{path.name}\n{path.read_text()}\n"
    klass("grade", "show", klass.top / "out.jsonl")
    said += klass.out + klass.err
    klass("regrade", klass.top / "out.jsonl", "--from", klass.folder)
    said += klass.out + klass.err
    assert "partial.json" in said
    assert "learner-" in said
    text = unicodedata.normalize("NFC", said).casefold()
    found = sorted({part for name in NAMES for part in _parts(name) if part in text or part in said.casefold()})
    assert found == []
    assert r"\u674e" not in text, "no name is hidden in an escape"
    assert len(klass.verdicts()) == len(NAMES)


def test_ids_are_stable_and_the_key_is_private(klass: Class) -> None:
    options = ("--anonymous", "--out", klass.top / "out.json")
    klass.grade(*options)
    first = set(klass.verdicts())
    key = klass.top / "out.key"
    assert key.stat().st_mode & 0o777 == 0o600
    klass.put("eve/tensors/square.py")
    klass.grade(*options)
    assert first < set(klass.verdicts())
    klass("grade", "names", klass.folder, "--key", key)
    rows = {row["id"]: row["learner"] for row in csv.DictReader(io.StringIO(klass.out))}
    assert {rows[one] for one in first} == {"ana", "bob"}
    assert learner_id(read_key(key), "Zoe\u0308") == learner_id(read_key(key), "Zoë")
    assert learner_id(b"another key", "ana") not in rows


def test_an_anonymous_class_can_be_regraded_with_the_folder_only(klass: Class, fixed: Callable[[], None]) -> None:
    klass.grade("--anonymous", "--out", klass.top / "out.jsonl")
    fixed()
    assert klass("regrade", klass.top / "out.jsonl") == 1
    assert "grade the folder again" in klass.err
    assert klass.grade("--anonymous", "--out", klass.top / "out.jsonl") == 0
    assert re.search(r"changed: learner-\w{12}  tensors/square  wrong -> right: Agrees\.\n", klass.err)


def test_names_never_come_into_an_anonymous_file(klass: Class) -> None:
    klass.grade("--anonymous", "--out", klass.top / "out.jsonl")
    before = (klass.top / "out.jsonl").read_bytes()
    assert klass.grade("--out", klass.top / "out.jsonl") == 2
    assert "hides the names" in klass.err
    assert (klass.top / "out.jsonl").read_bytes() == before
    klass.grade("--out", klass.top / "open.jsonl")
    assert klass.grade("--anonymous", "--out", klass.top / "open.jsonl") == 2


def test_a_damaged_key_is_one_line(klass: Class) -> None:
    (klass.top / "out.key").write_text("mine")
    assert klass.grade("--anonymous", "--out", klass.top / "out.json") == 2
    assert "is not a key of mxtutor" in klass.err
    with pytest.raises(UsageError):
        read_key(klass.top / "none" / "x.key")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by Ana Müller", f"by {HIDDEN} {HIDDEN}"),
        ("ana_x = anaResult + muller2", f"{HIDDEN} = {HIDDEN} + {HIDDEN}"),
        ("banana analysis", "banana analysis"),
        ("作者李伟写的", HIDDEN),
        ("an X-axis", "an X-axis"),
        ("🦄 was here", f"{HIDDEN} was here"),
        ("Mu\u0308ller", HIDDEN),
        ("ABartholomewB", HIDDEN),
        ("the learner got 123.45", "the learner got 123.45"),
        ("number 4711234", f"number {HIDDEN}"),
    ],
)
def test_names_are_found_in_texts(text: str, expected: str) -> None:
    assert (
        NameScrubber(["Ana Müller", "李伟", "🦄", "Bartholomew", "Al X", "learner 123", "s_4711234"]).scrub(text)
        == expected
    )


def test_the_sample_on_the_page_has_no_name_comment_or_docstring(klass: Class) -> None:
    klass.put(
        "bob/tensors/square.py", '"""By Bob."""\n# bob\ndef square(x):\n    """Bob\'s."""\n    return x ** 3  # mine\n'
    )
    klass.grade("--out", klass.top / "out.html")
    page = (klass.top / "out.html").read_text()
    (sample,) = re.findall(r"<pre><code>(.*?)</code></pre>", page.partition('id="stuck"')[0], re.DOTALL)[:1]
    assert sample == "def square(x):\n    return x ** 3"


def test_thousands_of_learners_are_no_problem(klass: Class) -> None:
    with zipfile.ZipFile(klass.top / "all.zip", "w") as made:
        for number in range(3000):
            made.writestr(f"learner{number}_{number}_7_square.py", RIGHT if number % 2 else WRONG)
    names = [f"out{ending}" for ending in (".html", ".csv")]
    code = klass("grade", klass.top / "all.zip", *[part for name in names for part in ("--out", klass.top / name)])
    assert code == 0
    assert len((klass.top / "out.csv").read_text().splitlines()) == 3001


def test_an_interruption_waits_for_no_answer_that_has_not_begun() -> None:
    """Answers that were not begun are cancelled, and those that run end by the grader's `cancel`."""
    ended = threading.Event()
    begun: list[int] = []

    class Slow(FakeGrader):
        def cancel(self) -> None:
            ended.set()

    def work(number: int) -> int:
        begun.append(number)
        if number:
            ended.wait(600)
        return number

    done = in_parallel(cast(Any, Slow()), range(100), work, 1)
    assert next(done) == 0
    started = time.monotonic()
    done.close()
    assert time.monotonic() - started < 300
    assert len(begun) <= 2
