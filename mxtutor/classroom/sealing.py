"""The server's key, and signatures of reports with it (Ed25519, by `cryptography`).

Only the process of `mxtutor serve` reads the private key. A session asks it to sign (`signing_service`), and answers
run in a sandbox that can open neither the file nor the socket.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mxtutor import paths
from mxtutor.classroom.sealed_report import canonical
from mxtutor.errors import StoreError, UsageError
from mxtutor.private_files import make_private_folder

if TYPE_CHECKING:  # 40 ms, and only a server and `verify` need it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_FILE = "signing-key.pem"
PREFIX = b"mxtutor sealed report 1\n"
"""Precedes what is signed, so that a signature of this key for another purpose never fits a report."""
_MAX_KEY = 1 << 14
"""Size of the largest file that is read as a key; a key takes 120 bytes."""


@dataclass(frozen=True)
class PublicKey:
    """A key that verifies."""

    key: Ed25519PublicKey

    @property
    def id(self) -> str:
        """The first 16 hexadecimal digits of the SHA-256 of the key."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return hashlib.sha256(self.key.public_bytes(Encoding.Raw, PublicFormat.Raw)).hexdigest()[:16]

    @property
    def text(self) -> str:
        """The key in PEM, to give away."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self.key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")

    def accepts(self, report: Mapping[str, Any]) -> bool:
        """Return whether the signature in a report, as plain data, is of this key and of exactly this content."""
        from cryptography.exceptions import InvalidSignature

        try:
            signature = report["signature"]
            if signature["algorithm"] != "Ed25519" or signature["key"] != self.id:
                return False
            value = base64.b64decode(signature["value"], validate=True)
            if base64.b64encode(value).decode("ascii") != signature["value"]:  # unused bits could be set
                return False
            self.key.verify(value, PREFIX + canonical(report))
        except (InvalidSignature, KeyError, TypeError, ValueError):
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """A key that signs; its text never appears in a message."""

    key: Ed25519PrivateKey

    @property
    def public(self) -> PublicKey:
        """The key that verifies."""
        return PublicKey(self.key.public_key())


def sign(report: Mapping[str, Any], key: SigningKey) -> dict[str, Any]:
    """Return a copy of a report, plain data, with a signature in place of an earlier one."""
    value = base64.b64encode(key.key.sign(PREFIX + canonical(report))).decode("ascii")
    return {**report, "signature": {"algorithm": "Ed25519", "key": key.public.id, "value": value}}


def server_folder() -> Path:
    """Return the folder of this machine's own server; nothing is created."""
    return paths.home() / "homes"


def load_or_make_key(folder: Path) -> SigningKey:
    """Return the key in a server's data folder; make both at first use. The file has mode 0600.

    Two servers that start at once get the same key.

    Raises:
        StoreError: the folder cannot be written.
        UsageError: the file is no key, or others can read it.
    """
    path = folder / KEY_FILE
    try:
        make_private_folder(folder)
        if not path.exists():
            _make(path)
        return _load(path)
    except OSError as error:
        raise StoreError(f"The key {path} cannot be used: {error.strerror or error}.") from error


def load_key(folder: Path) -> SigningKey | None:
    """Return the key in a server's data folder; None if it has none.

    Raises:
        UsageError: the file is no key, others can read it, or it cannot be read.
    """
    path = folder / KEY_FILE
    try:
        return _load(path) if path.exists() else None
    except OSError as error:
        raise UsageError(f"The key {path} cannot be read: {error.strerror or error}.") from error


def load_public(path: Path) -> PublicKey:
    """Return the public key in a file in PEM.

    Raises:
        UsageError: the file cannot be read, or holds no public key of Ed25519.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        data = _bytes(path, private=False)
        if b"PRIVATE KEY" in data:
            raise UsageError(f"{path} is a private key.", fix="Give the file of the public key instead.")
        key = load_pem_public_key(data)
    except OSError as error:
        raise UsageError(f"The key {path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise UsageError(f"{path} is not a public key in PEM form.", fix="`mxtutor serve key` writes one.") from error
    if not isinstance(key, Ed25519PublicKey):
        raise UsageError(f"{path} is not an Ed25519 key.", fix="`mxtutor serve key` writes one.")
    return PublicKey(key)


def _make(path: Path) -> None:
    """Write a new key; of two processes that do so at once, one succeeds, and both then use its key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    text = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    descriptor, name = tempfile.mkstemp(prefix=".key-", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    finally:
        os.unlink(name)


def _load(path: Path) -> SigningKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_bytes(path, private=True), None)
    except (ValueError, TypeError) as error:  # TypeError: it needs a password
        raise UsageError(f"{path} is not a key.", fix="Move it away; the next start makes a new one.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise UsageError(f"{path} is not an Ed25519 key.", fix="Move it away; the next start makes a new one.")
    return SigningKey(key)


def _bytes(path: Path, *, private: bool) -> bytes:
    follow = os.O_NOFOLLOW if private else 0
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC | follow)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise UsageError(f"{path} is not a regular file.")
        if private and (status.st_mode & 0o077 or status.st_uid != os.geteuid()):
            raise UsageError(f"Other users can read or own the key {path}.", fix=f"Run `chmod 600 {path}`.")
        return file.read(_MAX_KEY)
