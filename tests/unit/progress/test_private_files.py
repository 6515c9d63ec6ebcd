"""What mxtutor writes about a learner can be read by its owner only, also what earlier releases wrote."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mxtutor.private_files import lock, restrict, write_private
from mxtutor.progress.answers import Presence
from mxtutor.progress.model import Draft
from mxtutor.progress.store import open_store


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_a_new_home_is_its_owners_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(open_store(home)) as store:
        store.save_draft("tensors/clip", Draft("x"))
        for path in (home, *home.rglob("*")):
            assert mode(path) == (0o700 if path.is_dir() else 0o600), path


def test_what_an_earlier_release_left_open_is_closed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(open_store(home)) as store:
        store.save_draft("tensors/clip", Draft("x"))
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    open_store(home).close()
    for path in (home, *home.rglob("*")):
        assert mode(path) == (0o700 if path.is_dir() else 0o600), path


def test_a_shared_folder_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    restrict(tmp_path)
    assert mode(tmp_path) == 0o1777
    link = tmp_path / "link"
    target = tmp_path / "target"
    target.touch(0o644)
    link.symlink_to(target)
    restrict(link)
    assert mode(target) == 0o644


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_lock_is_held_until_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as first, path.open() as second:
        assert lock(first.fileno())
        assert not lock(second.fileno())
        first.close()
        assert lock(second.fileno(), wait=True)


def test_nothing_counts_as_locked_where_the_file_system_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with (tmp_path / "lock").open("w") as file:
        assert lock(file.fileno())
    assert Presence(tmp_path).claim("tensors/arccos"), "no tutor is warned of another one"
