"""Finds, shows and stops the resident graders of this user."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from mxtutor.errors import BrokenError
from mxtutor.grading.procfs import ending, kill, proportional_memory, stopped
from mxtutor.grading.service.address import (
    Address,
    addresses_in,
    holder,
    remove_left,
    runs_module,
    runtime_folder,
    try_lock,
)
from mxtutor.grading.service.calls import Condition, FromCaller, Inspect, Stop, caller_channel
from mxtutor.grading.service.connection import MODULE, connect

ANSWER_SECONDS = 5.0
"""Seconds without a response after which a grader counts as hanging."""
STOP_SECONDS = 10.0
"""Timeout, in seconds, for a grader to end its workers."""


class GraderRecord(Struct, frozen=True):
    """The description that a resident grader writes to a file beside its socket."""

    pid: int
    key: str
    installation: str
    content: str
    isolation: str
    started: float
    """Time of the start, in seconds since 1970."""


class ResidentGrader(Struct, frozen=True):
    record: GraderRecord
    condition: Condition | None
    """State of the grader; None if it does not respond."""


def find_all() -> list[ResidentGrader]:
    """Return the running resident graders of this user, oldest first; remove files of dead ones.

    Raises:
        BrokenError: the folder of the sockets cannot be used.
    """
    found = []
    for address in addresses_in(runtime_folder()):
        record = _read(address.record)
        if record is None or not _owned(address):
            remove_left(address)
            continue
        with contextlib.suppress(ConnectionError):  # the grader is just ending
            found.append(ResidentGrader(record, _ask(address)))
    return sorted(found, key=lambda one: one.record.started)


def _owned(address: Address) -> bool:
    """Return whether a process, perhaps a hanging one, serves an address."""
    with contextlib.suppress(OSError):
        owner = try_lock(address.owner)
        if owner is None:
            return True
        os.close(owner)
    return False


def stop(found: ResidentGrader) -> bool:
    """Stop a grader and wait until it has ended; return whether it had to be killed.

    Raises:
        BrokenError: the grader cannot be stopped.
    """
    address = Address(runtime_folder(), found.record.key)
    pid, killed = holder(address.owner), False
    if found.condition is not None:
        send_to(address, Stop())
        _await_end(address, pid)
    if _holds(address, pid):
        killed = runs_module(pid, MODULE) and kill(pid)
        if not _await_end(address, pid):
            raise BrokenError(f"Process {pid} cannot be ended.", fix=f"Run `kill -9 {pid}`.")
    remove_left(address)
    return killed


def _await_end(address: Address, pid: int) -> bool:
    """Wait until a grader has ended; return whether it has."""
    end = time.monotonic() + STOP_SECONDS
    while (_holds(address, pid) or not ending(pid)) and time.monotonic() < end:
        time.sleep(0.02)
    return not _holds(address, pid)


def _holds(address: Address, pid: int) -> bool:
    """Return whether this process serves an address; after its end another one may take the address."""
    return _owned(address) and holder(address.owner) in (pid, 0)


def retire_others(record: GraderRecord, folder: Path) -> None:
    """Ask graders of other versions of this installation, or of older content, to end once they are unused.

    A stopped one is killed at once. Files of ended graders are removed.
    """
    for address in addresses_in(folder):
        if address.key == record.key:
            continue
        other = _read(address.record)
        if other is None or not _owned(address):
            remove_left(address)
        elif _replaces(record, other):
            if stopped(pid := holder(address.owner)) and runs_module(pid, MODULE):
                kill(pid)
            else:
                send_to(address, Stop(when_unused=True))


def _replaces(new: GraderRecord, old: GraderRecord) -> bool:
    """Return whether both have the same folders of content and code, but different files in one of them."""
    return (new.content, new.isolation, _folder(new)) == (old.content, old.isolation, _folder(old))


def _folder(record: GraderRecord) -> str:
    return record.installation.split(" ", 1)[1].rpartition(" ")[0]


def _read(path: Path) -> GraderRecord | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=GraderRecord)
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
        return None


def send_to(address: Address, message: FromCaller) -> None:
    """Send one message to a grader; do nothing if it does not listen."""
    with contextlib.suppress(OSError):
        if connection := connect(address):
            with connection:
                channel = caller_channel(connection)
                channel.send(message)
                channel.finish()


def _ask(address: Address) -> Condition | None:
    """Return the state of a grader; None if it does not respond.

    Raises:
        ConnectionError: no process listens at the address.
    """
    try:
        connection = connect(address)
    except OSError:
        return None
    if connection is None:
        raise ConnectionError
    with connection:
        connection.settimeout(ANSWER_SECONDS)
        channel = caller_channel(connection)
        channel.send(Inspect())
        try:
            message = channel.receive()
        except EOFError:
            return None
        finally:
            channel.close()
    return message if isinstance(message, Condition) else None


def memory(found: ResidentGrader) -> int:
    """Return the proportional memory of a grader and its workers, in bytes; 0 if unknown."""
    processes = (found.record.pid, *(found.condition.processes if found.condition else ()))
    return sum(map(proportional_memory, processes))
