"""Reads files out of .zip and .tar.gz archives; limits stop archive bombs.

Raises (every function that reads):
    UnsafePath: the archive or a file in it is damaged, encrypted, missing or too large.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import stat
import struct
import tarfile
import tempfile
import warnings
import zipfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from mxtutor.classroom.naming import readable
from mxtutor.classroom.safe_files import UnsafePath, refusal

MAX_ARCHIVE = 64 << 20
"""Largest archive of one learner, in bytes."""
MAX_INNER = 16 << 20
"""Largest archive inside another one, in bytes."""
MAX_RATIO = 100
"""Greatest ratio of a file's size to its packed size, for files of more than `RATIO_FROM` bytes."""
RATIO_FROM = 1 << 20
TAR_ENDINGS = (".tar.gz", ".tgz", ".tar")
_GZIP = b"\x1f\x8b"
_MARK, _MARK_AT = b"ustar", 257
_LONGEST_NAME = 4096
_PIECE = 1 << 20
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a .zip can store."""
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
    """Limits for an archive."""

    packed: int
    """Largest size of the archive's file, in bytes."""
    members: int
    unpacked: int
    """Largest unpacked size of all files together, in bytes; only one file is unpacked at a time."""


ONE_LEARNER = Size(MAX_ARCHIVE, 5000, 256 << 20)
A_CLASS = Size(2 << 30, 100_000, 8 << 30)
"""Limits for a learning platform's archive with the hand-ins of all learners."""
_DAMAGED_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error)
_TAIL = 22 + (1 << 16) + 76
"""Bytes at the end of a .zip in which the end record and the two zip64 records must begin."""
_IN_ZIP64 = 0xFFFFFFFF
"""Value in the end record that means: see the zip64 record."""
_ENTRY = 400
"""Largest average size of a directory entry, in bytes."""
_TAR_HEADER = 1024
"""Bytes of a .tar per file besides the content; they compress far better than content."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an open archive."""

    name: str
    refused: str
    """Why the file is not read, to complete "It is ..."; empty if it can be read."""
    modified: float
    """Time of the last change, in seconds since 1970; 0 if unknown."""
    archive: Archive

    def read(self, limit: int) -> bytes:
        """Return at most `limit` bytes; no more is unpacked."""
        return self.archive.read(self.name, limit)

    def open(self) -> BinaryIO:
        """Return the whole file as a stream in memory."""
        data = self.read(MAX_INNER + 1)
        if len(data) > MAX_INNER:
            raise UnsafePath(f"larger than {MAX_INNER >> 20} MiB inside an archive")
        return io.BytesIO(data)


class Archive:
    """An open archive; a context manager that closes it."""

    def __init__(self, file: BinaryIO, most: Size) -> None:
        """Read the list of files of an archive of at most this size."""
        self._file = file
        self._packed = file.seek(0, os.SEEK_END)
        file.seek(0)
        if self._packed > most.packed:
            raise UnsafePath(f"larger than {most.packed >> 20} MiB")
        self._zip = _archive(file, most)
        self.require(most)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the archive, but not the file that was passed in."""
        self._zip.close()

    def require(self, most: Size) -> None:
        """Check that the archive is within these limits."""
        members = self._zip.infolist()
        if self._packed > most.packed:
            raise UnsafePath(f"larger than {most.packed >> 20} MiB")
        if len(members) > most.members:
            raise UnsafePath(f"an archive of more than {most.members} files")
        if sum(member.file_size for member in members) > most.unpacked:
            raise UnsafePath(f"an archive of more than {most.unpacked >> 20} MiB, unpacked")

    @property
    def members(self) -> list[Member]:
        return [Member(m.filename, _unsafe(m), _seconds(m), self) for m in self._zip.infolist() if not m.is_dir()]

    def read(self, name: str, limit: int) -> bytes:
        """Return at most `limit` bytes of a file."""
        try:
            member = self._zip.getinfo(name)
            if reason := _unsafe(member):
                raise UnsafePath(reason)
            with self._zip.open(member) as file:
                return file.read(limit)
        except KeyError as error:
            raise UnsafePath("not in the archive") from error
        except (*_DAMAGED_ZIP, OSError) as error:
            raise UnsafePath("damaged: it cannot be unpacked") from error


def _archive(file: BinaryIO, most: Size) -> zipfile.ZipFile:
    try:
        head = file.read(_MARK_AT + len(_MARK))
        if head.startswith(_GZIP) or head[_MARK_AT:] == _MARK:
            file = _of_tar(file)
        if _count(file, most.members) > most.members:
            raise UnsafePath(f"an archive of more than {most.members} files")
        return zipfile.ZipFile(file)
    except (*_DAMAGED_ZIP, OSError) as error:
        raise UnsafePath("not an archive that can be read") from error


def _of_tar(file: BinaryIO) -> BinaryIO:
    """Copy the files of a .tar or .tar.gz into a .zip in a temporary file, and return that; only for one learner's.

    A link, pipe or device becomes an empty entry of that kind. Of a file larger than `MAX_INNER` bytes only the
    beginning is copied, because such a file is refused anyway. Nothing else is written.
    """
    size = file.seek(0, os.SEEK_END)
    if size > ONE_LEARNER.packed:
        raise UnsafePath(f"larger than {ONE_LEARNER.packed >> 20} MiB")
    file.seek(0)
    packed = file.read(2) == _GZIP
    file.seek(0)
    bomb = max(RATIO_FROM + ONE_LEARNER.members * _TAR_HEADER, MAX_RATIO * size) if packed else ONE_LEARNER.unpacked
    source = _Limited(gzip.GzipFile(fileobj=file) if packed else file, bomb)
    with contextlib.ExitStack() as stack:
        made: BinaryIO = stack.enter_context(tempfile.TemporaryFile())
        try:
            with warnings.catch_warnings(), tarfile.open(fileobj=source, mode="r|") as archive, zipfile.ZipFile(
                made, "w", zipfile.ZIP_DEFLATED, compresslevel=1
            ) as copy:  # fmt: skip
                warnings.simplefilter("ignore")  # of two members with one name the later one counts, as in a .tar
                found = (member for member in archive if not member.isdir())  # links in a stream form no loops
                for number, member in enumerate(found, 1):
                    if number > ONE_LEARNER.members:
                        raise UnsafePath(f"an archive of more than {ONE_LEARNER.members} files")
                    _add(archive, member, copy)
        except _DAMAGED_TAR as error:
            raise UnsafePath("not a .tar or .tar.gz that can be read") from error
        stack.pop_all()  # the returned file stays open
    return made


def _count(file: BinaryIO, most: int) -> int:
    """Return an upper bound of the number of files in a .zip, without making an object for each as `zipfile` does.

    The number in the end record can be false, and so can the size of the directory in the end record or the zip64
    record. Therefore the entries are counted in everything that `zipfile` could read as the directory.
    """
    end = file.seek(0, os.SEEK_END)
    file.seek(max(end - _TAIL, 0))
    tail = file.read(_TAIL)
    sizes = [*_fields(tail, b"PK\5\6", 22, 12, "<L"), *_fields(tail, b"PK\6\6", 56, 40, "<Q")]
    size = max((one for one in sizes if one != _IN_ZIP64), default=0)
    if size > end:
        raise UnsafePath("not an archive that can be read")
    if size > most * _ENTRY:
        return most + 1
    file.seek(max(end - _TAIL - size, 0))
    found = file.read(size + _TAIL).count(b"PK\1\2")
    file.seek(0)
    return found


def _fields(tail: bytes, mark: bytes, length: int, offset: int, form: str) -> list[int]:
    """Return the number at `offset`, in struct format `form`, of each record in `tail` that begins with `mark`."""
    found, place = [], tail.find(mark)
    while place >= 0:
        if len(tail) - place >= length:
            found.append(struct.unpack_from(form, tail, place + offset)[0])
        place = tail.find(mark, place + 1)
    return found


def _unsafe(member: zipfile.ZipInfo) -> str:
    """Return why a file of an archive is not read, to complete "It is ..."; empty if it can be read."""
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
    """Return when a file was changed, in seconds since 1970; archives store local time without a zone."""
    try:
        return datetime(*member.date_time).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


class _Limited(io.BufferedIOBase):
    """A stream that refuses to be read beyond a number of bytes, against archive bombs."""

    def __init__(self, file: BinaryIO | gzip.GzipFile, bomb: int) -> None:
        self._file, self._read, self._bomb = file, 0, bomb

    def read(self, size: int | None = -1, /) -> bytes:
        """Return at most so many bytes."""
        data = self._file.read(min(size, _PIECE) if size and size > 0 else _PIECE)
        self._read += len(data)
        if self._read > self._bomb:
            raise UnsafePath("packed far smaller than it is, as in an archive bomb")
        if self._read > ONE_LEARNER.unpacked:
            raise UnsafePath(f"an archive of more than {ONE_LEARNER.unpacked >> 20} MiB, unpacked")
        return data


def _add(archive: tarfile.TarFile, member: tarfile.TarInfo, copy: zipfile.ZipFile) -> None:
    name = readable(member.name)
    if not name or len(name) > _LONGEST_NAME:
        raise UnsafePath("an archive with a name that cannot be read")
    entry = zipfile.ZipInfo(name, _when(member.mtime))
    plain = member.isreg() and not member.issparse()
    if not plain and member.type not in _MODES:
        raise UnsafePath("an archive with a file of an unusual kind")
    entry.external_attr = (stat.S_IFREG if plain else _MODES[member.type]) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    content = archive.extractfile(member) if plain else None
    left = MAX_INNER + 1
    with copy.open(entry, "w") as out:
        while content is not None and left > 0 and (piece := content.read(min(left, _PIECE))):
            out.write(piece)
            left -= len(piece)


def _when(seconds: float) -> tuple[int, int, int, int, int, int]:
    """Return a time in the form of a .zip: local time, from 1980 to 2107."""
    try:
        found = datetime.fromtimestamp(seconds)  # noqa: DTZ006 - archives hold local time without a zone
    except (ValueError, OverflowError, OSError):
        return _EARLIEST
    return (*found.timetuple()[:3], found.hour, found.minute, found.second) if 1980 <= found.year <= 2107 else _EARLIEST
