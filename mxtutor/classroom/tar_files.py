"""Makes a .zip of a .tar or .tar.gz, so that one reader with one set of limits reads both."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import tempfile
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable
from typing import IO

from mxtutor.classroom.naming import readable
from mxtutor.classroom.safe_files import Refused

ENDINGS = (".tar.gz", ".tgz", ".tar")
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
_DAMAGED = (tarfile.TarError, zlib.error, EOFError, ValueError, OverflowError, OSError, zipfile.LargeZipFile)


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
    made = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    try:
        _copy(source, made, members, largest)
    except _DAMAGED as error:
        made.close()
        raise Refused("not a .tar or .tar.gz that can be read") from error
    except BaseException:
        made.close()
        raise
    return made


class _Limited(io.BufferedIOBase):
    """A file that can be read only forward, up to a number of bytes."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile, most: int, bomb: int) -> None:
        self._file, self._left, self._bomb, self._most = file, most, bomb, most

    def read(self, size: int | None = -1, /) -> bytes:
        """Return at most so many bytes.

        Raises:
            Refused: the file is larger than it may be.
        """
        data = self._file.read(min(size, _PIECE) if size and size > 0 else _PIECE)
        self._left -= len(data)
        if self._most - self._left > self._bomb:
            raise Refused("packed far smaller than it is, as in an archive bomb")
        if self._left < 0:
            raise Refused(f"an archive of more than {self._most >> 20} MiB, unpacked")
        return data


def _copy(source: _Limited, made: IO[bytes], most: int, largest: int) -> None:
    """Write each member as it comes; a stream cannot go back, so that no header leads in a circle."""
    with warnings.catch_warnings(), tarfile.open(fileobj=source, mode="r|") as archive, zipfile.ZipFile(
        made, "w", zipfile.ZIP_DEFLATED, compresslevel=1
    ) as copy:  # fmt: skip
        warnings.simplefilter("ignore")  # two members of one name: the later one counts, as in a .tar
        found = 0
        for member in archive:
            if member.isdir():
                continue
            found += 1
            if found > most:
                raise Refused(f"an archive of more than {most} files")
            _add(archive, member, copy, largest)


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
    try:
        found = time.localtime(seconds)[:6]
    except (ValueError, OverflowError, OSError):
        return _EARLIEST
    return (found[0], found[1], found[2], found[3], found[4], found[5]) if 1980 <= found[0] <= 2107 else _EARLIEST
