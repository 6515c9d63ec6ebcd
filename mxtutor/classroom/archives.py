"""Reads files out of .zip and .tar.gz archives and answers out of the exports of mxtutor; limits stop archive bombs."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import stat
import struct
import tarfile
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from mxtutor.classroom.naming import readable
from mxtutor.classroom.safe_files import Kept, Refused, read_limited, refusal

MAX_ARCHIVE = 64 << 20
"""Bytes of the largest archive of one learner that is read."""
MAX_INNER = 16 << 20
"""Bytes of the largest archive inside another one."""
MAX_MEMBERS = 5000
"""Files in the largest archive that is read."""
MAX_UNPACKED = 256 << 20
"""Bytes of all files of an archive together, unpacked."""
MAX_RATIO = 100
"""Greatest ratio of a file's size to its packed size, for files of more than `RATIO_FROM` bytes."""
RATIO_FROM = 1 << 20
TAR_ENDINGS = (".tar.gz", ".tgz", ".tar")
_GZIP = b"\x1f\x8b"
_MARK, _MARK_AT = b"ustar", 257
_LONGEST_NAME = 4096
_PIECE = 1 << 20
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a .zip can hold."""
_MODES = {
    tarfile.SYMTYPE: stat.S_IFLNK,
    tarfile.LNKTYPE: stat.S_IFLNK,
    tarfile.FIFOTYPE: stat.S_IFIFO,
    tarfile.CHRTYPE: stat.S_IFCHR,
    tarfile.BLKTYPE: stat.S_IFBLK,
}
_DAMAGED_TAR = (tarfile.TarError, zlib.error, EOFError, ValueError, OverflowError, OSError, zipfile.LargeZipFile)


@dataclass(frozen=True, slots=True)
class Size:
    """How large an archive may be."""

    packed: int
    """Bytes of the file."""
    members: int
    unpacked: int
    """Bytes of all its files together; no more than one file is unpacked at a time."""


ONE_LEARNER = Size(MAX_ARCHIVE, MAX_MEMBERS, MAX_UNPACKED)
A_CLASS = Size(2 << 30, 100_000, 8 << 30)
"""A learning platform's archive with the hand-ins of all learners."""
_DAMAGED_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error)
_TAIL = 22 + (1 << 16) + 76
"""Bytes at an archive's end in which its last records begin: the usual one, and before it the two of zip64."""
_IN_ZIP64 = 0xFFFFFFFF
"""A size that stands in the record of zip64."""
_ENTRY = 400
"""Bytes per file that the directory of an archive may have on average."""
_TAR_HEADER = 1024
"""Bytes that a .tar has for each file besides its content; they pack far better than content."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive."""

    name: str
    refused: str
    """Why it is not read, which completes "It is ..."; empty if it can be read."""
    modified: float
    """Seconds since 1970, 0 if unknown."""


def zip_members(descriptor: int, inner: Sequence[str] = (), most: Size = ONE_LEARNER) -> list[Member]:
    """Return the files of an archive of at most this size; `inner` names archives inside of it to go into first.

    Raises:
        Refused: it is not an archive, or is too large, or holds too many files.
    """
    archive = _opened(descriptor, inner, most)
    members = archive.infolist()
    try:
        if os.fstat(descriptor).st_size > most.packed:
            raise Refused(f"larger than {most.packed >> 20} MiB")
        if len(members) > most.members:
            raise Refused(f"an archive of more than {most.members} files")
        if sum(member.file_size for member in members) > most.unpacked:
            raise Refused(f"an archive of more than {most.unpacked >> 20} MiB, unpacked")
    except Refused:
        _OPEN.forget(archive)  # its list of files can be large
        raise
    return [Member(m.filename, _unsafe(m), _seconds(m)) for m in members if not m.is_dir()]


def read_member(descriptor: int, names: Sequence[str], limit: int) -> bytes:
    """Return at most `limit` bytes of a file in an archive; never more is unpacked.

    `names` leads to the file: names of archives inside of archives, then the file's own name.

    Raises:
        Refused: the archive or the file in it is damaged, encrypted or missing.
    """
    return _read(_opened(descriptor, names[:-1]), names[-1], limit)


def read_export(data: bytes) -> dict[str, str]:
    """Return the newest answer of each exercise in a .json that `mxtutor export` wrote, by exercise id.

    Raises:
        Refused: it is larger than an archive may be, or is not an export.
    """
    if len(data) > MAX_ARCHIVE:
        raise Refused(f"larger than {MAX_ARCHIVE >> 20} MiB")
    try:
        exercises: list[dict[str, Any]] = json.loads(data)["exercises"]
        found = {one["id"]: one["answer"] for one in exercises}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("not an export of mxtutor") from error
    return {name: text for name, text in found.items() if isinstance(name, str) and isinstance(text, str)}


def read_whole(descriptor: int, inner: Sequence[str], limit: int) -> bytes:
    """Return a file's bytes, or those of a file inside of it, if there are at most `limit`.

    Raises:
        Refused: it is larger, or damaged.
        OSError: it cannot be read.
    """
    data = read_member(descriptor, inner, limit + 1) if inner else read_limited(descriptor, limit + 1)
    if len(data) > limit:
        raise Refused(f"larger than {limit >> 20} MiB")
    return data


_OPEN: Kept[zipfile.ZipFile] = Kept()
"""The last archives; the last user of an archive closes it."""


def _opened(descriptor: int, inner: Sequence[str], most: Size = A_CLASS) -> zipfile.ZipFile:
    """Return an archive of at most this size; several threads may read from it."""

    def read() -> zipfile.ZipFile:
        if not inner:
            return _archive(os.fdopen(os.dup(descriptor), "rb"), most)
        data = _read(_opened(descriptor, inner[:-1]), inner[-1], MAX_INNER + 1)
        if len(data) > MAX_INNER:
            raise Refused(f"an archive inside an archive, larger than {MAX_INNER >> 20} MiB")
        return _archive(io.BytesIO(data), ONE_LEARNER)

    if not inner and os.fstat(descriptor).st_size > most.packed:
        raise Refused(f"larger than {most.packed >> 20} MiB")
    return _OPEN.get(descriptor, inner, read)


def _archive(file: IO[bytes], most: Size) -> zipfile.ZipFile:
    try:
        if is_tar(file):
            file = _of_tar(file)
        if _count(file, most.members) > most.members:
            raise Refused(f"an archive of more than {most.members} files")
        return zipfile.ZipFile(file)
    except Refused:
        file.close()
        raise
    except (*_DAMAGED_ZIP, OSError) as error:
        file.close()
        raise Refused("not an archive that can be read") from error


def _of_tar(file: IO[bytes]) -> IO[bytes]:
    """Return a .zip of the files in a .tar or .tar.gz, which is always one learner's, and close that."""
    with file:
        if file.seek(0, os.SEEK_END) > ONE_LEARNER.packed:
            raise Refused(f"larger than {ONE_LEARNER.packed >> 20} MiB")
        return as_zip(
            file,
            members=ONE_LEARNER.members,
            unpacked=ONE_LEARNER.unpacked,
            largest=MAX_INNER,
            ratio=lambda size: max(RATIO_FROM + MAX_MEMBERS * _TAR_HEADER, MAX_RATIO * size),
        )


def _count(file: IO[bytes], most: int) -> int:
    """Return how many files the directory lists, or more; `zipfile` would make an object for each of them.

    The number in the archive's last record can lie, and so can the directory's size in either of the two last records
    (the one of zip64 counts where there is one). So the entries are counted in all that `zipfile` could read.
    """
    end = file.seek(0, os.SEEK_END)
    file.seek(max(end - _TAIL, 0))
    tail = file.read(_TAIL)
    sizes = [*_fields(tail, b"PK\5\6", 22, 12, "<L"), *_fields(tail, b"PK\6\6", 56, 40, "<Q")]
    size = max((one for one in sizes if one != _IN_ZIP64), default=0)
    if size > end:
        raise Refused("not an archive that can be read")
    if size > most * _ENTRY:
        return most + 1
    file.seek(max(end - _TAIL - size, 0))
    found = file.read(size + _TAIL).count(b"PK\1\2")
    file.seek(0)
    return found


def _fields(tail: bytes, mark: bytes, length: int, offset: int, form: str) -> list[int]:
    """Return a number of each record in the tail of an archive that begins with a mark."""
    found, place = [], tail.find(mark)
    while place >= 0:
        if len(tail) - place >= length:
            found.append(struct.unpack_from(form, tail, place + offset)[0])
        place = tail.find(mark, place + 1)
    return found


def _read(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    try:
        member = archive.getinfo(name)
        if reason := _unsafe(member):
            raise Refused(reason)
        with archive.open(member) as file:
            return file.read(limit)
    except KeyError as error:
        raise Refused("not in the archive any more") from error
    except (*_DAMAGED_ZIP, OSError) as error:
        raise Refused("damaged: it cannot be unpacked") from error


def _unsafe(member: zipfile.ZipInfo) -> str:
    """Return why a file of an archive is not read; empty if it can be read."""
    parts = member.filename.split("/")
    if member.filename.startswith("/") or "\\" in member.filename or ".." in parts or parts[0][1:2] == ":":
        return "a path that leads outside its archive"
    if reason := refusal(member.external_attr >> 16):
        return reason
    if member.flag_bits & 1:
        return "encrypted"
    if member.file_size > RATIO_FROM and member.file_size > MAX_RATIO * max(member.compress_size, 1):
        return f"packed more than {MAX_RATIO} times smaller than it is, as in an archive bomb"
    return ""


def _seconds(member: zipfile.ZipInfo) -> float:
    """Return when a file was changed; archives hold local time without a zone."""
    try:
        return datetime(*member.date_time).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def is_tar(file: IO[bytes]) -> bool:
    """Return whether a file is a .tar or is packed with gzip, by its first bytes; its position is then the start."""
    head = file.read(_MARK_AT + len(_MARK))
    file.seek(0)
    return head.startswith(_GZIP) or head[_MARK_AT:] == _MARK


def as_zip(file: IO[bytes], *, members: int, unpacked: int, largest: int, ratio: Callable[[int], int]) -> IO[bytes]:
    """Return an unnamed file that holds a .zip with the files of a .tar or .tar.gz; nothing else is written.

    A link, pipe or device becomes an entry that says so, without content. Of a file of more than `largest`
    bytes the beginning is kept, because it is too large for anything that is read.

    Args:
        file: The archive.
        members: Files that it may hold.
        unpacked: Bytes that all of it may have, unpacked.
        largest: Bytes of the largest file that is kept whole.
        ratio: Returns how many bytes an archive of so many bytes may have, unpacked.

    Raises:
        Refused: it is damaged, or larger than that.
    """
    size = file.seek(0, 2)
    file.seek(0)
    packed = file.read(2) == _GZIP
    file.seek(0)
    source = _Limited(gzip.GzipFile(fileobj=file) if packed else file, unpacked, ratio(size) if packed else unpacked)
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(tempfile.TemporaryFile())
        try:
            with warnings.catch_warnings(), tarfile.open(fileobj=source, mode="r|") as archive, zipfile.ZipFile(
                made, "w", zipfile.ZIP_DEFLATED, compresslevel=1
            ) as copy:  # fmt: skip
                warnings.simplefilter("ignore")  # two members of one name: the later one counts, as in a .tar
                found = (member for member in archive if not member.isdir())  # a stream cannot go back: no circles
                for number, member in enumerate(found, 1):
                    if number > members:
                        raise Refused(f"an archive of more than {members} files")
                    _add(archive, member, copy, largest)
        except _DAMAGED_TAR as error:
            raise Refused("not a .tar or .tar.gz that can be read") from error
        stack.pop_all()  # the caller closes it
    return made


class _Limited(io.BufferedIOBase):
    """A file that can be read only forward, up to a number of bytes."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile, most: int, bomb: int) -> None:
        self._file, self._read, self._bomb, self._most = file, 0, bomb, most

    def read(self, size: int | None = -1, /) -> bytes:
        """Return at most so many bytes.

        Raises:
            Refused: the file is larger than it may be.
        """
        data = self._file.read(min(size, _PIECE) if size and size > 0 else _PIECE)
        self._read += len(data)
        if self._read > self._bomb:
            raise Refused("packed far smaller than it is, as in an archive bomb")
        if self._read > self._most:
            raise Refused(f"an archive of more than {self._most >> 20} MiB, unpacked")
        return data


def _add(archive: tarfile.TarFile, member: tarfile.TarInfo, copy: zipfile.ZipFile, largest: int) -> None:
    name = readable(member.name)
    if not name or len(name) > _LONGEST_NAME:
        raise Refused("an archive with a name that cannot be read")
    entry = zipfile.ZipInfo(name, _when(member.mtime))
    plain = member.isreg() and not member.issparse()
    if not plain and member.type not in _MODES:
        raise Refused("an archive with a file of an unusual kind")
    entry.external_attr = (stat.S_IFREG if plain else _MODES[member.type]) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    content = archive.extractfile(member) if plain else None
    left = largest + 1
    with copy.open(entry, "w") as out:
        while content is not None and left > 0 and (piece := content.read(min(left, _PIECE))):
            out.write(piece)
            left -= len(piece)


def _when(seconds: float) -> tuple[int, int, int, int, int, int]:
    """Return a time as a .zip has it: local time from 1980 to 2107."""
    try:
        found = datetime.fromtimestamp(seconds)  # noqa: DTZ006 - archives hold local time without a zone
    except (ValueError, OverflowError, OSError):
        return _EARLIEST
    return (*found.timetuple()[:3], found.hour, found.minute, found.second) if 1980 <= found.year <= 2107 else _EARLIEST
