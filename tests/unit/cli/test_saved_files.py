"""Saved files are reported, by the system's events or by a search that says why."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from mxtutor.cli.watch import saved_files

WAIT = 60.0


class Saves:
    """The files that `saved_files` reports, collected in a thread."""

    def __init__(self, folder: Path, polling: bool | None) -> None:
        self.notes: list[str] = []
        self.found: list[Path] = []
        self.error: Exception | None = None
        self._new = threading.Condition()
        self._ready = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._collect, args=(folder, polling))
        self._thread.start()

    def _collect(self, folder: Path, polling: bool | None) -> None:
        try:
            for saved in saved_files(folder, self._stop, self.notes.append, polling=polling):
                self._ready.set()
                with self._new:
                    self.found += saved
                    self._new.notify()
        except Exception as error:
            self.error = error
            self._ready.set()

    def ready(self) -> Saves:
        """Wait until a save cannot be missed any more."""
        assert self._ready.wait(WAIT)
        return self

    def wait_for(self, path: Path) -> None:
        """Wait until a file was reported."""
        with self._new:
            assert self._new.wait_for(lambda: path in self.found, WAIT), self.found

    def close(self) -> None:
        """Stop and wait for the thread."""
        self._stop.set()
        self._thread.join(WAIT)
        assert not self._thread.is_alive()


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Saves]]:
    running: list[Saves] = []

    def start(polling: bool | None = None, folder: Path = tmp_path) -> Saves:
        running.append(Saves(folder, polling))
        return running[-1].ready()

    yield start
    for one in running:
        one.close()


@pytest.mark.parametrize("polling", [False, True])
def test_new_changed_and_replaced_files_are_reported(
    watch: Callable[..., Saves], tmp_path: Path, polling: bool
) -> None:
    old = tmp_path / "old.py"
    old.write_text("one")
    saves = watch(polling)
    (tmp_path / "tensors").mkdir()
    new = tmp_path / "tensors" / "new.py"
    new.write_text("1")
    saves.wait_for(new)
    old.write_text("another text")
    os.utime(old, (old.stat().st_mtime + 2,) * 2)
    saves.wait_for(old)
    saves.found.clear()
    (tmp_path / "tensors" / "part").write_text("2")
    later = new.stat().st_mtime + 2  # a search sees whole seconds
    os.utime(tmp_path / "tensors" / "part", (later, later))
    (tmp_path / "tensors" / "part").replace(new)
    saves.wait_for(new)
    assert saves.notes == []


def test_other_files_are_not(watch: Callable[..., Saves], tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    gone.write_text("1")
    saves = watch(False)
    gone.unlink()
    for name in ("a.txt", ".a.py", "a.py~", "a.pyc"):
        (tmp_path / name).write_text("1")
    last = tmp_path / "last.py"
    last.write_text("1")
    saves.wait_for(last)
    assert saves.found == [last] * len(saves.found)


def test_without_events_the_folder_is_searched_and_the_reason_is_given(
    watch: Callable[..., Saves], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = watchfiles.watch

    def limited(*folders: Path, force_polling: bool, **options: Any) -> Any:
        if not force_polling:
            raise OSError(28, "OS file watch limit reached")
        return real(*folders, force_polling=True, **options)

    monkeypatch.setattr(watchfiles, "watch", limited)
    saves = watch()
    file = tmp_path / "a.py"
    file.write_text("1")
    saves.wait_for(file)
    assert saves.notes == [f"mxtutor searches {tmp_path} for changes every 0.3 s: OS file watch limit reached."]


def test_a_missing_folder_is_an_error(watch: Callable[..., Saves], tmp_path: Path) -> None:
    saves = watch(folder=tmp_path / "missing")
    assert isinstance(saves.error, OSError)


def test_a_save_in_a_new_folder_that_the_system_does_not_watch_yet_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, file = tmp_path / "tensors", tmp_path / "tensors" / "square.py"

    def changes(*_: object, **__: object) -> Iterator[set[tuple[watchfiles.Change, str]]]:
        folder.mkdir()
        file.write_text("one")
        yield {(watchfiles.Change.added, str(folder))}
        yield set()
        file.with_suffix(".part").write_text("two")
        file.with_suffix(".part").replace(file)
        yield set()
        yield set()

    monkeypatch.setattr(watchfiles, "watch", changes)
    assert list(saved_files(tmp_path, threading.Event(), print, polling=False)) == [[file], [], [file], []]
