"""`mxtutor watch`: each saved answer is checked, for any behaviour of the earlier one."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.classroom.naming import Names
from mxtutor.cli import main, watch
from mxtutor.cli.watch import exercise_of, saved_files
from mxtutor.grading.grader import LocalGrader
from mxtutor.progress.store import open_store
from tests.grading.commands import Command, Kept
from tests.grading.tiny import COURSE

WAIT = 120.0
RIGHT = "def square(x):\n    return x * x\n"
WRONG = "def square(x):\n    return x * x * x\n"
ENDLESS = "def square(x):\n    while True:\n        pass\n"


class Counted(Kept):
    """Counts the checks that have begun, too."""

    def __init__(self, grader: LocalGrader) -> None:
        super().__init__(grader)
        self.begun = 0

    def grade(self, *arguments: Any, **named: Any) -> Any:
        """Grade as usual."""
        self.begun += 1
        return self._grader.grade(*arguments, **named)


class Watched:
    """`mxtutor watch` in a thread, with what it prints."""

    def __init__(
        self, folder: Path, grader: LocalGrader, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self.out = self.err = ""
        self.code: int | None = None
        self.grader, self._capfd, self._stop = Counted(grader), capfd, threading.Event()
        monkeypatch.setattr(watch, "saved_files", self.saved_files)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        arguments = ["--pack", str(COURSE), "watch", str(self.folder), "--json"]
        self.code = main(arguments, make_grader=lambda **_: cast(LocalGrader, self.grader))

    def saved_files(self, folder: Path, _: object, note: Callable[[str], object]) -> Iterator[list[Path]]:
        """Yield the saved files until `close`."""
        return saved_files(folder, self._stop, note)

    def save(self, name: str, text: str) -> None:
        """Save a file as an editor does: another file takes its place."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".part").write_text(text)
        path.with_suffix(".part").replace(path)

    def until(self, seen: Callable[[Watched], Any]) -> Any:
        """Wait until what was printed shows something."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            out, err = self._capfd.readouterr()
            self.out += out
            self.err += err
            if found := seen(self):
                return found
            time.sleep(0.02)
        raise AssertionError(f"verdicts: {[r['verdict'] for r in self.reports]}\nerr: {self.err}\n{self._thread}")

    @property
    def reports(self) -> list[dict[str, Any]]:
        """The reports so far."""
        return [json.loads(line) for line in self.out.splitlines()]

    def verdicts(self, count: int) -> list[str]:
        """Wait for so many reports and return their verdicts."""
        self.until(lambda watched: len(watched.reports) >= count)
        return [report["verdict"] for report in self.reports]

    def close(self) -> None:
        """Stop; nothing of it may remain."""
        self._stop.set()
        self._thread.join(WAIT)
        assert not self._thread.is_alive()


@pytest.fixture
def watched(
    grader: LocalGrader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Watched]:
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    (tmp_path / "answers").mkdir()
    one = Watched(tmp_path / "answers", grader, capfd, monkeypatch)
    one.until(lambda one: "Ctrl+C ends" in one.err)
    yield one
    one.close()


pytestmark = pytest.mark.grading


def test_each_save_is_checked_and_kept(watched: Watched, tmp_path: Path) -> None:
    watched.save("tensors/square.py", WRONG)
    assert watched.verdicts(1) == ["wrong"]
    watched.save("tensors/square.py", RIGHT)
    assert watched.verdicts(2) == ["wrong", "right"]
    assert [report["exercise"] for report in watched.reports] == ["tensors/square"] * 2
    store = open_store(tmp_path / "home")
    try:
        assert [attempt.verdict for attempt in store.attempts("tensors/square")] == ["right", "wrong"]
    finally:
        store.close()


def test_a_newer_text_ends_the_check_of_the_older_one(watched: Watched, tmp_path: Path) -> None:
    watched.save("square.py", ENDLESS)
    watched.until(lambda one: one.grader.begun and one.grader.running.count)
    watched.save("square.py", RIGHT)
    assert watched.verdicts(1) == ["right"]


def test_a_file_of_no_exercise_is_named_once_with_the_nearest_id(watched: Watched) -> None:
    for _ in range(2):
        watched.save("tensors/squares.py", RIGHT)
        watched.until(
            lambda one: "squares.py does not belong to an exercise. Did you mean tensors/square.py?" in one.err
        )
    watched.save("tensors/square.py", RIGHT)
    assert watched.verdicts(1) == ["right"]
    assert watched.err.count("squares.py") == 1


def test_an_unreadable_answer_is_reported_and_the_watch_goes_on(watched: Watched) -> None:
    watched.save("tensors/square.py", "\0")
    watched.until(lambda one: "square.py is not text. Save it as text in UTF-8." in one.err)
    watched.save("tensors/square.py", RIGHT)
    assert watched.verdicts(1) == ["right"]


@pytest.mark.parametrize(
    ("path", "exercise"),
    [
        ("tensors/arccos.py", "tensors/arccos"),
        ("answers/tensors/arccos.py", "tensors/arccos"),
        ("arccos.py", "tensors/arccos"),
        ("save.py", ""),
        ("gpu/save.py", "gpu/save"),
        ("blocks/arccos.py", ""),
        ("arccos/solution.py", ""),
        ("setup.py", ""),
    ],
)
def test_a_path_names_an_exercise(path: str, exercise: str) -> None:
    assert exercise_of(path.split("/"), Names(("tensors/arccos", "io/save", "gpu/save"))) == exercise


def test_a_folder_that_is_missing_is_one_clear_line(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("watch", tmp_path / "nowhere")
    assert (done.code, done.line) == (
        2, f"{tmp_path / 'nowhere'} is not a directory. Name the folder that holds <topic>/<slug>.py.",
    )  # fmt: skip
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    assert run("watch").line.startswith("There are no answers in ")
