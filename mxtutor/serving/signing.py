"""The secrets of a server: names of homes, cookies, and the link of a learner without a roster; all from one key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from pathlib import Path

from mxtutor.classroom.anonymity import read_key

KEY_FILE = "server.key"
"""In the folder of the homes. Without it, learners get other homes."""
COOKIE_SECONDS = 30 * 24 * 3600
"""How long a browser stays signed in with one visit of its link."""
_NAME = 26
"""Characters of the name of a home: 130 bits."""
MAX_COOKIE = 2048


class Signer:
    """Derives names and signatures from the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of_homes(cls, homes: Path) -> Signer:
        """Return the signer with the key in the folder of the homes; a new key is made if it is missing.

        Raises:
            UsageError: the key cannot be read or written.
        """
        return cls(read_key(homes / KEY_FILE))

    def home_name(self, learner: str) -> str:
        """Return the name of a learner's home: letters and digits only, whatever the learner is called."""
        return base64.b32encode(self._mac("home", learner)).decode().lower()[:_NAME]

    def local_token(self) -> str:
        """Return the token of the one learner of a server without a roster; it stays the same after a restart."""
        return base64.urlsafe_b64encode(self._mac("local token")[:16]).decode().rstrip("=")

    def cookie(self, learner: str, token_hash: str, now: float | None = None, *, purpose: str = "cookie") -> str:
        """Return the cookie of a learner. It ends with the learner's token, or after `COOKIE_SECONDS`.

        With another purpose it is a text that counts for that purpose alone.
        """
        end = str(int((time.time() if now is None else now) + COOKIE_SECONDS))
        name = base64.urlsafe_b64encode(learner.encode()).decode().rstrip("=")
        return f"{name}.{end}.{self._mac(purpose, learner, token_hash, end).hex()}"

    def learner_of(self, cookie: str) -> str:
        """Return the learner that a cookie names, before its signature is checked; empty for any other text."""
        name = cookie.partition(".")[0]
        if not name or len(cookie) > MAX_COOKIE:
            return ""
        try:
            return base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode()
        except ValueError:
            return ""

    def is_signed(
        self, cookie: str, learner: str, token_hash: str, now: float | None = None, *, purpose: str = "cookie"
    ) -> bool:
        """Return whether this server made the cookie for the learner's present token, and it still counts."""
        _, _, rest = cookie.partition(".")
        end, _, signature = rest.partition(".")
        expected = self._mac(purpose, learner, token_hash, end).hex()
        signed = hmac.compare_digest(expected.encode(), signature.encode("utf-8", "surrogateescape"))
        return signed and end.isdecimal() and int(end) > (time.time() if now is None else now)

    def _mac(self, purpose: str, *parts: str) -> bytes:
        digest = hmac.new(self._key, f"mxtutor serve {purpose}".encode(), hashlib.sha256)
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.digest()
