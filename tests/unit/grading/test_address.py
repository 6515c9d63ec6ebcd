"""Where resident graders listen: the folder of the sockets, the name of each, and files that locks protect."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxtutor.errors import UsageError
from mxtutor.grading.service import address as places
from mxtutor.grading.service.address import (
    Address,
    UnavailableError,
    addresses_in,
    find_address,
    holder,
    remove_left,
    runtime_folder,
    try_lock,
    wants_resident,
)

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")


@pytest.fixture
def fallback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of sockets where XDG_RUNTIME_DIR does not help; it is not made yet."""
    top = tmp_path / "tmp"
    top.mkdir()
    monkeypatch.setattr(places, "FALLBACK", str(top))
    return top / f"mxtutor-{os.geteuid()}"


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fallback: Path) -> Path:
    """A folder that XDG_RUNTIME_DIR names."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a short path."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name:
        yield Path(name)


def test_sockets_lie_in_the_folder_of_the_session(given: Path) -> None:
    folder = runtime_folder()
    assert folder == given / "mxtutor"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert runtime_folder() == folder


def _missing(given: Path) -> str:
    return str(given / "nothing")


def _empty(given: Path) -> str:
    return ""


def _relative(given: Path) -> str:
    os.chdir(given.parent)
    return given.name


def _readable(given: Path) -> str:
    given.chmod(0o750)
    return str(given)


def _link(given: Path) -> str:
    (given.parent / "link").symlink_to(given)
    return str(given.parent / "link")


def _long(given: Path) -> str:
    folder = given / ("x" * 100)
    folder.mkdir(mode=0o700)
    return str(folder)


def _file(given: Path) -> str:
    (given / "file").touch(0o700)
    return str(given / "file")


def _taken(given: Path) -> str:
    (given / "mxtutor").touch()
    return str(given)


def _open(given: Path) -> str:
    (given / "mxtutor").mkdir(mode=0o755)
    return str(given)


@pytest.mark.parametrize(
    "wrong", [_missing, _empty, _relative, _readable, _link, _long, _file, _taken, _open], ids=lambda f: f.__name__[1:]
)
def test_another_folder_is_used_where_that_one_is_not_private(
    wrong: Callable[[Path], str], given: Path, fallback: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(given.parent)
    monkeypatch.setenv("XDG_RUNTIME_DIR", wrong(given))
    assert runtime_folder() == fallback
    assert stat.S_IMODE(fallback.stat().st_mode) == 0o700


@as_root
def test_the_folder_of_another_user_is_never_used(given: Path, fallback: Path) -> None:
    os.chown(given, NOBODY, NOBODY)
    assert runtime_folder() == fallback
    os.chown(fallback, NOBODY, NOBODY)
    with pytest.raises(UnavailableError) as declined:
        runtime_folder()
    assert declined.value.message == f"{fallback} is not a folder of this user alone."
    assert "MXTUTOR_GRADER=off" in declined.value.fix


def test_a_link_in_place_of_the_folder_is_never_followed(tmp_path: Path, given: Path, fallback: Path) -> None:
    given.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    fallback.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnavailableError):
        runtime_folder()


def test_paths_of_sockets_fit_into_their_field(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = places.MAX_PATH - len(str(short)) - len("/mxtutor/0123456789abcdef.sock") - 1
    longest = short / ("x" * room)
    longest.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(longest))
    address = Address(runtime_folder(), "0" * 16)
    assert len(str(address.socket)) == places.MAX_PATH
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address.socket))


@pytest.mark.parametrize(
    ("value", "wanted"), [("", True), ("on", True), (" ON ", True), ("off", False), ("Off", False)]
)
def test_the_switch_takes_on_and_off(value: str, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_GRADER", value)
    assert wants_resident() is wanted


def test_another_value_of_the_switch_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_GRADER", "maybe")
    with pytest.raises(UsageError) as error:
        wants_resident()
    assert error.value.message == "MXTUTOR_GRADER is 'maybe'."
    assert error.value.fix == "Set it to `on` or `off`, or unset it."


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """A folder with one exercise and one lesson."""
    for name in ("lessons/tensors/one.md", "exercises/tensors/one/exercise.yaml"):
        path = tmp_path / "content" / name
        path.parent.mkdir(parents=True)
        path.write_text("text")
    return tmp_path / "content"


def test_the_name_depends_on_content_isolation_and_code_and_on_nothing_else(
    content: Path, given: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key(*, confined: bool = True) -> str:
        return find_address(content, confined=confined).key

    first = key()
    assert key() == first
    (content / "notes.txt").write_text("not content")
    (content / "exercises/tensors/one/__pycache__").mkdir()
    assert key() == first
    seen = {first, key(confined=False)}
    (content / "exercises/tensors/one/exercise.yaml").write_text("other text")
    seen.add(key())
    (content / "lessons/tensors/two.md").write_text("text")
    seen.add(key())
    monkeypatch.setattr(places, "installation", lambda: "9.9 /elsewhere 0")
    seen.add(key())
    monkeypatch.setenv("LD_LIBRARY_PATH", "/elsewhere")
    seen.add(key())
    assert len(seen) == 6
    monkeypatch.setenv("SECRET", "1")
    assert key() in seen


def test_code_that_came_or_changed_after_the_start_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PACKAGE", tmp_path)
    (tmp_path / "grading").mkdir()
    code = tmp_path / "grading" / "module.py"
    code.write_text("1")
    changed = code.stat().st_ctime_ns
    assert places.changed_since(changed - 1)
    assert not places.changed_since(changed), "the start saw this file"
    os.utime(code, ns=(0, 0))  # as an installer does that keeps the times of the files in a package
    assert places.changed_since(changed) is (code.stat().st_ctime_ns > changed)
    (tmp_path / "notes.txt").write_text("no code")
    (tmp_path / "grading" / "__pycache__").mkdir()
    (tmp_path / "grading" / "__pycache__" / "module.py").write_text("no code")
    assert not places.changed_since(code.stat().st_ctime_ns)


def test_a_change_in_the_future_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PACKAGE", tmp_path)
    (tmp_path / "module.py").write_text("1")
    changed = (tmp_path / "module.py").stat().st_ctime_ns
    monkeypatch.setattr("time.time_ns", lambda: changed - 1)  # the clock was set back
    assert not places.changed_since(changed - 2)


def test_one_process_holds_a_lock_and_its_file_may_be_removed(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first = try_lock(path)
    assert first is not None
    assert holder(path) == os.getpid()
    assert try_lock(path) is None
    path.unlink()
    second = try_lock(path)
    assert second is not None, "a removed file protects nothing"
    os.close(first)
    assert try_lock(path) is None
    os.close(second)
    third = try_lock(path)
    assert third is not None
    os.close(third)


def test_a_lock_is_not_taken_on_a_file_that_is_removed_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lock = tmp_path / "a.lock", fcntl.flock
    removed: list[Path] = []

    def remove_once(descriptor: int, how: int) -> None:
        if not removed:
            path.unlink()
            removed.append(path)
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", remove_once)
    descriptor = try_lock(path)
    assert descriptor is not None
    assert os.fstat(descriptor).st_ino == path.stat().st_ino
    os.close(descriptor)


@pytest.mark.parametrize("text", [b"", b"text", b"12x", b"-1"])
def test_a_file_without_an_id_names_no_process(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "owner").write_bytes(text)
    assert holder(tmp_path / "owner") == 0
    assert holder(tmp_path / "nothing") == 0


def test_what_a_dead_grader_left_is_removed_and_what_a_living_one_needs_is_not(tmp_path: Path) -> None:
    dead, living, starting = (Address(tmp_path, name) for name in ("dead", "living", "starting"))
    for one in (dead, living, starting):
        for path in (one.socket, one.record, one.log, one.owner, one.lock):
            path.touch()
    (tmp_path / ".dead.json.abc.part").touch()
    held = [try_lock(living.owner), try_lock(starting.lock)]
    assert [a.key for a in addresses_in(tmp_path)] == ["dead", "living", "starting"]
    for one in (dead, living, starting):
        remove_left(one)
    assert [a.key for a in addresses_in(tmp_path)] == ["living", "starting"]
    assert len(os.listdir(tmp_path)) == 10
    for descriptor in held:
        assert descriptor is not None
        os.close(descriptor)
    for one in (living, starting):
        remove_left(one)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_missing_has_no_addresses(tmp_path: Path) -> None:
    assert list(addresses_in(tmp_path / "nothing")) == []
