"""The file of results keeps everything that was graded, whatever ends a run, and says what it cannot read."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mxtutor.classroom import results_file
from mxtutor.classroom.fingerprints import answer_hash, content_hash, exercise_hash, result_key, versions
from mxtutor.classroom.lines import Overridden, Withdrawn
from mxtutor.classroom.results_file import ResultsFile, merge
from mxtutor.classroom.run import in_shard
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Verdict
from tests.unit.classroom.classes import WHEN, graded, result_line, run_line
from tests.unit.specimens import report

RIGHT = report(verdict=Verdict.RIGHT, headline="Agrees.", diagnosis=())
LATER = "2026-11-23T10:00:00+00:00"


def verdicts(file: ResultsFile) -> dict[str, str]:
    """Return the verdict of each learner's only answer."""
    return {result.learner: result.verdict.value for result in file.book().all()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A finished file with answers of two learners."""
    file = tmp_path / "class.jsonl"
    graded(file, {"ana": [report()], "bob": [RIGHT], "nina": []}).close()
    return file


def test_a_file_says_what_was_graded(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    with ResultsFile(path) as file:
        book = file.book()
        assert verdicts(file) == {"ana": "wrong", "bob": "right"}
        assert (book.learners, book.partial, book.run.seed) == (("ana", "bob", "nina"), False, 20811)
        (ana,) = book.of("ana")
        assert file.report(ana) == report()
        assert file.source(ana) == "def square(x):\n    return x\n"


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_a_killed_run_left_incomplete_is_removed(path: Path, cut: int) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:cut])
    with ResultsFile(path) as file:
        assert verdicts(file) == {"ana": "wrong"}
        assert file.book().partial
        assert file.damaged == []
        file.append(result_line("bob", RIGHT))
        assert file.report(file.results["bob", RIGHT.exercise]) == RIGHT
    assert path.read_bytes().splitlines(keepends=True)[:2] == lines[:2]
    with ResultsFile(path) as file:
        assert verdicts(file) == {"ana": "wrong", "bob": "right"}


@pytest.mark.parametrize("share", [0.5, 1])
def test_an_interruption_while_a_line_is_written_costs_no_other_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    write = os.pwrite

    def interrupted(descriptor: int, data: memoryview, place: int) -> int:
        write(descriptor, data[: int(len(data) * share)], place)
        raise KeyboardInterrupt

    with ResultsFile(tmp_path / "class.jsonl") as file:
        file.append(run_line(["ana", "bob"]))
        file.append(result_line("ana", RIGHT))
        monkeypatch.setattr(os, "pwrite", interrupted)
        with pytest.raises(KeyboardInterrupt):
            file.append(result_line("bob", RIGHT))
        monkeypatch.setattr(os, "pwrite", write)
        file.end(partial=True, at=WHEN)
        expected = {"ana": "right"} | ({"bob": "right"} if share == 1 else {})
        assert verdicts(file) == expected
        assert file.damaged == []
    with ResultsFile(tmp_path / "class.jsonl") as file:
        assert verdicts(file) == expected
        assert (file.damaged, file.book().partial) == ([], True)


@pytest.mark.parametrize("cut", [0, 1, 8, 40])
def test_a_first_line_that_a_killed_run_left_incomplete_is_written_anew(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    with ResultsFile(path) as file:
        assert file.run is None
        file.append(run_line(["ana"]))
    assert len(path.read_bytes().splitlines()) == 1


@pytest.mark.parametrize(
    "bad", [b"\xff\xfe\n", b"{}\n", b'{"type":"result"}\n', b"[" * 100_000 + b"\n", b"\n", b"null\n"]
)
def test_a_damaged_line_is_told_and_costs_nothing_else(path: Path, bad: bytes) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], bad, *lines[2:]]))
    with ResultsFile(path) as file:
        assert file.damaged == [2]
        assert verdicts(file) == {"bob": "right"}
    assert bad in path.read_bytes()


@pytest.mark.parametrize(
    "data", [b"hello\n", b"{}\n", b'{"learners": []}\n', b"\x00" * 100, b'{"version": 1, "partial": true}\n', b"x"]
)
def test_a_file_of_somebody_else_is_refused_and_left_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "roster.jsonl"
    path.write_bytes(data)
    with pytest.raises(UsageError, match="not a file of results"):
        ResultsFile(path)
    assert path.read_bytes() == data


def test_a_file_of_a_later_version_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2', 1))
    with pytest.raises(UsageError, match="has version 2; this mxtutor reads 1"):
        ResultsFile(path)


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(path)
    with pytest.raises(UsageError, match="cannot be opened"):
        ResultsFile(tmp_path / "link.jsonl")


def test_two_processes_do_not_write_one_file(path: Path) -> None:
    with path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(UsageError, match="Another mxtutor writes"):
            ResultsFile(path)
        ResultsFile(path, write=False).close()


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    """The limit of the process on a file's size fails a write in its middle, as a full disk does."""
    import resource
    import signal

    file = graded(tmp_path / "class.jsonl", {"ana": [report()], "bob": []})
    size = file.path.stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, before[1]))
        with pytest.raises(UsageError, match=r"cannot be written.*holds all results so far.*same command again"):
            file.append(result_line("bob", RIGHT))
        file.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert file.path.stat().st_size == size
    with ResultsFile(file.path) as again:
        again.append(result_line("bob", RIGHT))
        assert verdicts(again) == {"ana": "wrong", "bob": "right"}


def test_texts_that_are_no_unicode_are_kept(tmp_path: Path) -> None:
    with closing(graded(tmp_path / "class.jsonl", {"ana": [report(headline="half \ud800 pair")]})) as file:
        (ana,) = file.book().of("ana")
        assert file.report(ana).headline == "half \\ud800 pair"


def test_the_last_line_about_an_answer_counts(path: Path) -> None:
    with ResultsFile(path) as file:
        file.append(result_line("ana", RIGHT))
        file.append(Withdrawn("bob", "tensors/square"))
    with ResultsFile(path) as file:
        assert verdicts(file) == {"ana": "right"}


def test_only_what_did_not_change_is_kept(path: Path) -> None:
    with ResultsFile(path) as file:
        key = file.results["ana", "tensors/square"].key
        assert file.kept("ana", "tensors/square", key)
        assert not file.kept("ana", "tensors/square", "another key")
        assert not file.kept("eve", "tensors/square", key)
        file.append(result_line("ana", report(verdict=Verdict.BROKEN)))
        assert not file.kept("ana", "tensors/square", key), "a failure of mxtutor is tried again"
        file.append(result_line("ana", report()))
        file.forget()
        assert not file.kept("ana", "tensors/square", key)


def test_a_key_depends_on_everything_that_decides() -> None:
    used = versions()
    base = ("answer", "exercise", 7, used)
    others = [
        ("other", "exercise", 7, used),
        ("answer", "other", 7, used),
        ("answer", "exercise", 8, used),
        *(("answer", "exercise", 7, {**used, name: "0"}) for name in used),
    ]
    keys = {result_key(*arguments) for arguments in (base, *others)}
    assert len(keys) == len(others) + 1
    assert result_key(*base) == result_key(*base)
    assert set(used) == {"mxtutor", "python", "mxnet", "torch", "numpy"}


def test_the_hash_of_an_exercise_covers_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "exercise.yaml").write_text("a")
    (tmp_path / "data" / "x.bin").write_bytes(b"1")
    seen = {exercise_hash(tmp_path)}
    (tmp_path / "data" / "x.bin").write_bytes(b"2")
    seen.add(exercise_hash(tmp_path))
    (tmp_path / "data" / "x.bin").rename(tmp_path / "data" / "y.bin")
    seen.add(exercise_hash(tmp_path))
    assert len(seen) == 3
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"")
    assert exercise_hash(tmp_path) in seen
    assert (
        content_hash({"a": "1", "b": "2"}) == content_hash({"b": "2", "a": "1"}) != content_hash({"a": "2", "b": "1"})
    )


def test_parts_of_a_class_are_stable_and_complete() -> None:
    learners = [f"learner {number}" for number in range(300)]
    for parts in (1, 2, 7):
        owners = [[n for n in range(1, parts + 1) if in_shard(name, (n, parts))] for name in learners]
        assert all(len(own) == 1 for own in owners)
        sizes = [sum(own == [n] for own in owners) for n in range(1, parts + 1)]
        assert min(sizes) > 300 / parts / 2
    assert in_shard("", (1, 7))
    assert not in_shard("", (2, 7))
    assert in_shard("ana", None)


def merged(tmp_path: Path, *parts: ResultsFile, mixed: bool = False) -> ResultsFile:
    """Return parts as one file."""
    whole = ResultsFile(tmp_path / "whole.jsonl")
    merge(parts, whole, mixed=mixed)
    return whole


def test_parts_become_one_class(tmp_path: Path) -> None:
    one = graded(tmp_path / "1.jsonl", {"zoe": [report()], "ana": [RIGHT]})
    two = graded(tmp_path / "2.jsonl", {"bob": [RIGHT], "nina": []})
    with closing(merged(tmp_path, one, two)) as whole:
        assert verdicts(whole) == {"ana": "right", "bob": "right", "zoe": "wrong"}
        book = whole.book()
        assert (book.learners, book.partial) == (("ana", "bob", "nina", "zoe"), False)
        (zoe,) = book.of("zoe")
        assert whole.report(zoe) == report()


def test_an_answer_in_two_parts_counts_once_with_the_newest_result(tmp_path: Path) -> None:
    old = graded(tmp_path / "1.jsonl", {"ana": [report()]})
    new = graded(tmp_path / "2.jsonl", {"ana": [RIGHT]}, started=LATER)
    for number, parts in enumerate([(old, new), (new, old)]):
        (tmp_path / str(number)).mkdir()
        with closing(merged(tmp_path / str(number), *parts)) as whole:
            assert verdicts(whole) == {"ana": "right"}


def test_verdicts_of_the_instructor_survive_a_merge(tmp_path: Path) -> None:
    one = graded(tmp_path / "1.jsonl", {"ana": [report()]})
    two = graded(tmp_path / "2.jsonl", {"ana": [report()]}, started=LATER)
    one.append(Overridden("ana", "tensors/square", Verdict.RIGHT, "newest", LATER, answer_hash(b"x")))
    two.append(Overridden("ana", "tensors/square", Verdict.CRASH, "older", WHEN))
    with closing(merged(tmp_path, one, two)) as whole:
        (ana,) = whole.book().of("ana")
        assert ana.override is not None
        assert (ana.verdict, ana.override.reason, ana.outdated) == (Verdict.RIGHT, "newest", True)


def test_a_verdict_that_was_taken_back_later_stays_away(tmp_path: Path) -> None:
    one = graded(tmp_path / "1.jsonl", {"ana": [report()]})
    two = graded(tmp_path / "2.jsonl", {"ana": [report()]})
    one.append(Overridden("ana", "tensors/square", Verdict.RIGHT, "too early", WHEN))
    two.append(Overridden("ana", "tensors/square", None, "", LATER))
    with closing(merged(tmp_path, one, two)) as whole:
        assert verdicts(whole) == {"ana": "wrong"}


def test_an_interrupted_part_makes_the_whole_partial(tmp_path: Path) -> None:
    one = graded(tmp_path / "1.jsonl", {"ana": [report()]}, partial=True)
    two = graded(tmp_path / "2.jsonl", {"bob": [report()]})
    with closing(merged(tmp_path, one, two)) as whole:
        assert whole.book().partial


@pytest.mark.parametrize(
    ("fields", "told"),
    [({"versions": {"mxtutor": "9"}}, "versions"), ({"content": "beef"}, "content"), ({"anonymous": True}, "hide")],
)
def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path, fields: dict[str, Any], told: str) -> None:
    one = graded(tmp_path / "1.jsonl", {"ana": [report()]})
    two = ResultsFile(tmp_path / "2.jsonl")
    two.append(run_line(["bob"], **fields))
    two.append(result_line("bob", RIGHT))
    with pytest.raises(UsageError, match=told):
        merged(tmp_path, one, two)
    if told != "hide":
        (tmp_path / "mixed").mkdir()
        with closing(merged(tmp_path / "mixed", one, two, mixed=True)) as whole:
            assert verdicts(whole) == {"ana": "wrong", "bob": "right"}


def test_lines_are_json_that_other_programs_read(path: Path) -> None:
    kinds = [json.loads(line)["type"] for line in path.read_text("utf-8").splitlines()]
    assert kinds == ["run", "result", "result", "end"]
    assert json.loads(path.read_text("utf-8").splitlines()[1])["report"]["verdict"] == "wrong"


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no file"):
        ResultsFile(tmp_path / "none.jsonl", write=False)
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(UsageError):
        ResultsFile(tmp_path / "pipe.jsonl", write=False)


@pytest.mark.parametrize("bad", [{"version": 7}, {"exercise": 5}, {"output": []}, {"isolation": {}}, {"fix": None}])
def test_a_damaged_report_costs_neither_its_verdict_nor_others(path: Path, bad: dict[str, Any]) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    (ana,) = [line for line in lines if line.get("learner") == "ana"]
    ana["report"] |= bad
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with ResultsFile(path) as file:
        book = file.book()
        reports = {result.learner: book.report(result) for result in book.all()}
    assert (reports["ana"].verdict, reports["bob"].verdict) == (report().verdict, Verdict.RIGHT)
    assert results_file.DAMAGED in reports["ana"].headline
    assert reports["bob"].cases


def test_a_line_without_end_is_refused_and_left_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()
    monkeypatch.setattr(results_file, "MAX_LINE", 200)
    with pytest.raises(UsageError, match=r"line 1 is longer than .* left as it is"):
        ResultsFile(path)
    assert path.read_bytes() == before
