"""Derives names of homes, cookies, and the local learner's link from the server's secret key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from pathlib import Path

import msgspec

from mxtutor.classroom.anonymity import read_key

KEY_FILE = "server.key"
"""File with the key, in the folder of the homes. If it is lost, learners get other homes."""
REPORTS = "reports"
"""Folder with the reports of an examination, in the folder of the homes."""
COOKIE_SECONDS = 30 * 24 * 3600
"""Seconds for which a browser stays signed in after the learner has opened the link."""
_NAME = 26
"""Length of the name of a home, in characters: 130 bits."""


class Signer:
    """Derives names and signatures from the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of_homes(cls, homes: Path) -> Signer:
        """Return the signer with the key in the folder of the homes; make a key if it is missing.

        Raises:
            UsageError: the key cannot be read or written.
        """
        return cls(read_key(homes / KEY_FILE))

    def home_name(self, learner: str) -> str:
        """Return the name of a learner's home folder: letters and digits, derived from the learner's id."""
        return base64.b32encode(self._mac("home", learner)).decode().lower()[:_NAME]

    def local_token(self) -> str:
        """Return the token of the local learner; it stays the same after a restart."""
        return base64.urlsafe_b64encode(self._mac("local token")[:16]).decode().rstrip("=")

    def cookie(self, learner: str, token_hash: str, now: float | None = None, *, purpose: str = "cookie") -> str:
        """Return a signed cookie of a learner (id and hash of the token), valid for `COOKIE_SECONDS` from `now`.

        With another `purpose`, the text is valid for that purpose only.
        """
        end = int((time.time() if now is None else now) + COOKIE_SECONDS)
        data = base64.urlsafe_b64encode(msgspec.json.encode((learner, token_hash, end))).decode().rstrip("=")
        return f"{data}.{self._mac(purpose, data).hex()}"

    def read(self, cookie: str, now: float | None = None, *, purpose: str = "cookie") -> tuple[str, str] | None:
        """Return the learner's id and the token's hash in a valid cookie of this server; None for any other text."""
        data, _, signature = cookie.partition(".")
        signed = self._mac(purpose, data).hex()
        if not hmac.compare_digest(signed.encode(), signature.encode("utf-8", "surrogateescape")):
            return None
        learner, token_hash, end = msgspec.json.decode(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)))
        return (learner, token_hash) if end > (time.time() if now is None else now) else None

    def _mac(self, purpose: str, *parts: str) -> bytes:
        digest = hmac.new(self._key, f"mxtutor serve {purpose}".encode(), hashlib.sha256)
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.digest()
