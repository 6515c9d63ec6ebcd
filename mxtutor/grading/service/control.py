"""Finds the resident graders of this user, shows what they do, and stops them."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from mxtutor.grading.service.address import Address, runtime_folder
from mxtutor.grading.service.channel import MAX_REPLY, Channel
from mxtutor.grading.service.messages import Condition, FromCaller, FromGrader, Inspect, Stop
from mxtutor.grading.service.peer import kill_peer

ANSWER_SECONDS = 5.0
"""How long a grader may take to answer before it counts as hanging."""
STOP_SECONDS = 10.0
"""How long a grader may take to end its workers."""


class Record(Struct, frozen=True):
    """What a resident grader writes about itself beside its socket."""

    pid: int
    key: str
    installation: str
    content: str
    isolation: str
    started: float
    """Time of the start, in seconds since 1970."""


class Found(Struct, frozen=True):
    """A resident grader."""

    record: Record
    condition: Condition | None
    """None where it does not answer."""


def find_all() -> list[Found]:
    """Return the resident graders of this user that run, the oldest first; remove what dead ones left.

    Raises:
        BrokenError: the folder of the sockets cannot be used.
    """
    found = []
    for path in sorted(runtime_folder().glob("*.json")):
        record = _read(path)
        if record is None:
            continue
        address = Address(path.parent, record.key)
        try:
            found.append(Found(record, _ask(address)))
        except ConnectionError:
            for left in (address.socket, address.record):
                left.unlink(missing_ok=True)
    return sorted(found, key=lambda one: one.record.started)


def stop(found: Found) -> bool:
    """Stop a grader and wait until it has ended; return whether it had to be killed.

    Raises:
        BrokenError: it cannot be ended.
    """
    address = Address(runtime_folder(), found.record.key)
    killed = found.condition is None
    try:
        with _connected(address) as connection:
            if killed:
                kill_peer(connection)
            else:
                channel: Channel[FromCaller, FromGrader] = Channel(connection, FromGrader, MAX_REPLY)
                channel.send(Stop())
                connection.settimeout(STOP_SECONDS)
                try:
                    while True:
                        channel.receive()
                except EOFError:
                    pass
            end = time.monotonic() + STOP_SECONDS
            while _runs(found.record.pid) and time.monotonic() < end:
                time.sleep(0.02)
            if _runs(found.record.pid):
                kill_peer(connection)
                killed = True
    except ConnectionError:
        pass  # it ended meanwhile
    for left in (address.socket, address.record):
        left.unlink(missing_ok=True)
    return killed


def retire_others(record: Record, folder: Path) -> None:
    """Ask the graders of other versions of this installation, or of older content, to end once they are unused."""
    for path in folder.glob("*.json"):
        other = _read(path)
        if other is None or other.key == record.key or not _replaces(record, other):
            continue
        with contextlib.suppress(OSError), _connected(Address(folder, other.key)) as connection:
            channel: Channel[FromCaller, FromGrader] = Channel(connection, FromGrader, MAX_REPLY)
            channel.send(Stop(when_unused=True))
            channel.finish()


def _replaces(new: Record, old: Record) -> bool:
    """Return whether both serve the same content from the same folder of code, with other files in one of them."""
    return (new.content, new.isolation, _folder(new)) == (old.content, old.isolation, _folder(old))


def _folder(record: Record) -> str:
    return record.installation.split(" ", 1)[1].rpartition(" ")[0]


def _read(path: Path) -> Record | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except (OSError, msgspec.MsgspecError):
        return None


@contextlib.contextmanager
def _connected(address: Address) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(ANSWER_SECONDS)
        connection.connect(str(address.socket))
        yield connection


def _ask(address: Address) -> Condition | None:
    """Return what a grader does; None where it does not answer.

    Raises:
        ConnectionError: no process listens at the address.
    """
    try:
        with _connected(address) as connection:
            channel: Channel[FromCaller, FromGrader] = Channel(connection, FromGrader, MAX_REPLY)
            channel.send(Inspect())
            message, _ = channel.receive()
    except FileNotFoundError as error:
        raise ConnectionError from error
    except (EOFError, TimeoutError):
        return None
    return message if isinstance(message, Condition) else None


def memory(found: Found) -> int:
    """Return the proportional memory of a grader and its workers, in bytes; 0 where the system does not tell."""
    processes = (found.record.pid, *(found.condition.processes if found.condition else ()))
    return sum(map(_memory, processes))


def _memory(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
