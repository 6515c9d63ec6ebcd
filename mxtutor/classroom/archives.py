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
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import IO, BinaryIO

from mxtutor.classroom.naming import readable
from mxtutor.classroom.safe_files import UnsafePath, refusal

MAX_ARCHIVE = 64 << 20
"""Largest archive of one learner, in bytes."""
MAX_INNER = 16 << 20
"""Largest archive inside another one, in bytes."""
MAX_RATIO = 100
"""Maximum ratio of a file's size to its packed size, for files of more than `RATIO_FROM` bytes."""
RATIO_FROM = 1 << 20
TAR_ENDINGS = (".tar.gz", ".tgz", ".tar")
_GZIP = b"\x1f\x8b"
_MARK, _MARK_AT = b"ustar", 257
_LONGEST_NAME = 4096
_PIECE = 1 << 20
_LATEST = 1 << 32
"""Latest plausible time of a file in a .tar, in seconds since 1970; a later one counts as unknown."""
_MODES = {
    tarfile.SYMTYPE: stat.S_IFLNK,
    tarfile.LNKTYPE: stat.S_IFLNK,
    tarfile.FIFOTYPE: stat.S_IFIFO,
    tarfile.CHRTYPE: stat.S_IFCHR,
    tarfile.BLKTYPE: stat.S_IFBLK,
}
_DAMAGED_TAR = (tarfile.TarError, zlib.error, EOFError, ValueError, OverflowError, OSError)


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an archive may be."""

    packed: int
    """Largest size of the archive's file, in bytes."""
    members: int
    unpacked: int
    """Largest unpacked size of all files together, in bytes; only one file is unpacked at a time."""


ONE_LEARNER = Limits(MAX_ARCHIVE, 5000, 256 << 20)
A_CLASS = Limits(2 << 30, 100_000, 8 << 30)
"""Limits for a learning platform's archive with the hand-ins of all learners."""
_DAMAGED_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error)
_ENTRY, _ENTRY_MARK = 400, b"PK\1\2"
"""Largest average size of an entry in the directory of a .zip, in bytes, and how each entry begins."""
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
    stream: Callable[[], IO[bytes]]
    """Opens the file; reading from it unpacks it."""

    def read(self, limit: int) -> bytes:
        """Return at most `limit` bytes; no more is unpacked."""
        if self.refused:
            raise UnsafePath(self.refused)
        try:
            with self.stream() as file:
                return file.read(limit)
        except (*_DAMAGED_ZIP, OSError) as error:
            raise UnsafePath("damaged: it cannot be unpacked") from error

    def open(self) -> BinaryIO:
        """Return the whole file as a stream in memory."""
        data = self.read(MAX_INNER + 1)
        if len(data) > MAX_INNER:
            raise UnsafePath(f"larger than {MAX_INNER >> 20} MiB inside an archive")
        return io.BytesIO(data)


class Archive(contextlib.AbstractContextManager["Archive"]):
    """An open archive; of several files with one name the last one counts."""

    def __init__(self, file: BinaryIO, most: Limits) -> None:
        """Read the list of files of an archive within these limits."""
        self._packed, self._entries, self._unpacked = file.seek(0, os.SEEK_END), 0, 0
        self._opened: IO[bytes] | zipfile.ZipFile
        self.require(most)
        file.seek(0)
        try:
            head = file.read(_MARK_AT + len(_MARK))
            read = self._read_tar if head.startswith(_GZIP) or head[_MARK_AT:] == _MARK else self._read_zip
            self._files = {one.name: one for one in read(file, most)}
        except (*_DAMAGED_ZIP, OSError) as error:
            raise UnsafePath("not an archive that can be read") from error
        self.require(most)

    def __exit__(self, *_: object) -> None:
        """Close the archive, but not the file that was passed in."""
        self._opened.close()

    def require(self, most: Limits) -> None:
        """Check that the archive is within these limits."""
        if self._packed > most.packed:
            raise UnsafePath(f"larger than {most.packed >> 20} MiB")
        if self._entries > most.members:
            raise UnsafePath(f"an archive of more than {most.members} files")
        if self._unpacked > most.unpacked:
            raise UnsafePath(f"an archive of more than {most.unpacked >> 20} MiB, unpacked")

    @property
    def members(self) -> list[Member]:
        return list(self._files.values())

    def read(self, name: str, limit: int) -> bytes:
        """Return at most `limit` bytes of a file."""
        if name not in self._files:
            raise UnsafePath("not in the archive")
        return self._files[name].read(limit)

    def _read_zip(self, file: BinaryIO, most: Limits) -> Iterator[Member]:
        self._opened = opened = zipfile.ZipFile(_Counted(file, most.members))
        self._entries, self._unpacked = len(opened.infolist()), sum(one.file_size for one in opened.infolist())
        for one in opened.infolist():
            name = one.filename.replace("\\", "/")  # PowerShell's Compress-Archive writes `\`
            if not name.endswith("/"):
                yield Member(name, _leads_outside(name) or _unsafe(one), _seconds(one), partial(opened.open, one))

    def _read_tar(self, file: BinaryIO, _: Limits) -> Iterator[Member]:
        """Yield the files of a .tar or .tar.gz; the limits are those of one learner."""
        self.require(ONE_LEARNER)
        self._opened = spool = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the archive
        try:
            self._unpack(file, spool)
            archive = tarfile.open(fileobj=spool, mode="r:")  # noqa: SIM115 - it has nothing to close but `spool`
            for member in (one for one in archive if not one.isdir()):
                self._entries += 1
                self.require(ONE_LEARNER)
                name, plain = readable(member.name), member.isreg() and not member.issparse()
                if not name or len(name) > _LONGEST_NAME:
                    raise UnsafePath("an archive with a name that cannot be read")
                if not plain and member.type not in _MODES:
                    raise UnsafePath("an archive with a file of an unusual kind")
                refused = _leads_outside(name) or ("" if plain else refusal(_MODES[member.type]))
                modified = member.mtime if 0 < member.mtime <= _LATEST else 0.0
                yield Member(name, refused, modified, partial(_stream, archive, member))
        except _DAMAGED_TAR as error:
            raise UnsafePath("not a .tar or .tar.gz that can be read") from error

    def _unpack(self, file: BinaryIO, spool: IO[bytes]) -> None:
        """Copy a .tar, or what a .tar.gz has in it, up to the limits, and go to the start of the copy."""
        file.seek(0)
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        source = gzip.GzipFile(fileobj=file) if packed else file
        bomb = max(RATIO_FROM + ONE_LEARNER.members * _TAR_HEADER, MAX_RATIO * self._packed)
        while piece := source.read(_PIECE):
            spool.write(piece)
            if spool.tell() > bomb:
                raise UnsafePath("packed far smaller than it is, as in an archive bomb")
            if spool.tell() > ONE_LEARNER.unpacked:
                raise UnsafePath(f"an archive of more than {ONE_LEARNER.unpacked >> 20} MiB, unpacked")
        spool.seek(0)


def _stream(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(member)
    assert stream is not None  # it is a regular file
    return stream


def _unsafe(member: zipfile.ZipInfo) -> str:
    """Return why a file of an archive is not read, to complete "It is ..."; empty if it can be read."""
    if reason := refusal(member.external_attr >> 16):
        return reason
    if member.flag_bits & 1:
        return "encrypted"
    if member.file_size > RATIO_FROM and member.file_size > MAX_RATIO * max(member.compress_size, 1):
        return f"packed more than {MAX_RATIO} times smaller than it is, as in an archive bomb"
    return ""


def _leads_outside(name: str) -> str:
    parts = name.split("/")
    outside = name.startswith("/") or "\\" in name or ".." in parts or parts[0][1:2] == ":"
    return "a path that leads outside its archive" if outside else ""


def _seconds(member: zipfile.ZipInfo) -> float:
    """Return when a file was changed, in seconds since 1970; a .zip has local times without a zone."""
    try:
        return datetime(*member.date_time).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


class _Counted:
    """The file of a .zip; `zipfile` reads the directory at once, and would make an object for each entry in it."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file, self._most = file, most
        self.seek, self.tell, self.seekable, self.close = file.seek, file.tell, file.seekable, file.close

    def read(self, size: int = -1, /) -> bytes:
        """Return at most `size` bytes; raise `UnsafePath` if they may have more than `most` directory entries."""
        if size > max(self._most * _ENTRY, 2 * MAX_INNER):
            raise UnsafePath(f"an archive of more than {self._most} files")
        data = self._file.read(size)
        if data.count(_ENTRY_MARK) > self._most:
            raise UnsafePath(f"an archive of more than {self._most} files")
        return data
