"""Reads answers out of the archives that `mxtutor export` writes: a .zip, or a .json with all attempts."""

from __future__ import annotations

import json
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from mxtutor.classroom.safe_files import Refused, read_limited

MAX_ARCHIVE = 64 << 20
"""Bytes of the largest archive that is read."""
MAX_MEMBERS = 5000
"""Files in the largest archive that is read."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


def zip_members(descriptor: int) -> Iterator[tuple[str, str]]:
    """Yield the name of each file of a .zip and why it is not read (empty if it can be read).

    Raises:
        Refused: it is not an archive, is too large, or holds too many files.
    """
    with _opened(descriptor) as archive:
        members = archive.infolist()
        if len(members) > MAX_MEMBERS:
            raise Refused(f"an archive of more than {MAX_MEMBERS} files")
        for member in members:
            if not member.is_dir():
                yield member.filename, _unsafe(member)


def read_member(descriptor: int, name: str, limit: int) -> bytes:
    """Return at most `limit` bytes of a file in a .zip; never more is unpacked.

    Raises:
        Refused: the archive or the file in it is damaged, encrypted or missing.
    """
    with _opened(descriptor) as archive:
        try:
            member = archive.getinfo(name)
            if reason := _unsafe(member):
                raise Refused(reason)
            with archive.open(member) as file:
                return file.read(limit)
        except KeyError as error:
            raise Refused("not in the archive any more") from error
        except (*_DAMAGED, OSError) as error:
            raise Refused("damaged: it cannot be unpacked") from error


def read_export(descriptor: int) -> dict[str, str]:
    """Return the newest answer of each exercise in a .json that `mxtutor export` wrote, by exercise id.

    Raises:
        Refused: it is larger than an archive may be, or is not an export.
    """
    data = read_limited(descriptor, MAX_ARCHIVE + 1)
    if len(data) > MAX_ARCHIVE:
        raise Refused("larger than 64 MiB")
    try:
        exercises: list[dict[str, Any]] = json.loads(data)["exercises"]
        found = {one["id"]: one["answer"] for one in exercises}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("not an export of mxtutor") from error
    return {name: text for name, text in found.items() if isinstance(name, str) and isinstance(text, str)}


def _opened(descriptor: int) -> zipfile.ZipFile:
    if os.fstat(descriptor).st_size > MAX_ARCHIVE:
        raise Refused("larger than 64 MiB")
    try:
        return zipfile.ZipFile(os.fdopen(os.dup(descriptor), "rb"))
    except (*_DAMAGED, OSError) as error:
        raise Refused("not a .zip that can be read") from error


def _unsafe(member: zipfile.ZipInfo) -> str:
    """Return why a file of an archive is not read; empty if it can be read."""
    parts = member.filename.split("/")
    if member.filename.startswith("/") or "\\" in member.filename or ".." in parts:
        return "a path that leads outside its archive"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link; links are not followed"
    if member.flag_bits & 1:
        return "encrypted"
    return ""
