"""HTTP calls to a class server. Redirects are not followed, so that no other server gets the token.

Raises (every call):
    UnreachableError: there is no valid response.
    TokenRefusedError: the token is not valid.
    RequestRefusedError: the server does not accept the request: the class code is wrong, the name is taken, or the
        events are not accepted in one request.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from mxtutor.conversion import convert
from mxtutor.errors import TutorError
from mxtutor.live.events import VERSION, Batch, ClassInfo, Receipt, SentEvent

TIMEOUT_SECONDS = 10.0
MAX_RESPONSE = 64 << 20
"""Largest response that is read, in bytes; a page of stored rows has 4 MiB at most."""
_T = TypeVar("_T")


class UnreachableError(TutorError):
    """The server does not respond, or cannot store anything now; a later retry may succeed."""

    def __init__(self, message: str, *, fix: str = "", wait: float = 0.0) -> None:
        super().__init__(message, fix=fix)
        self.wait = wait
        """Seconds until the retry that the server requested; 0 if it named no time."""


class TokenRefusedError(TutorError):
    """The token is no longer valid: it was revoked or has expired, or the learner's data was deleted."""

    exit_code = 2


class RequestRefusedError(TutorError):
    """The server does not accept this request, and would not accept it later."""

    exit_code = 2


def join_class(url: str, code: str, name: str) -> ClassInfo:
    """Join with a class code and the learner's name; the result contains a token."""
    return _call(url, "POST", "/v1/join", ClassInfo, body={"code": code, "name": name})


def class_info(url: str, token: str) -> ClassInfo:
    """Return the server's description of the class."""
    return _call(url, "GET", "/v1/class", ClassInfo, token=token)


def send_events(
    url: str, token: str, device: str, sent: float, events: Sequence[SentEvent], *, timeout: float = TIMEOUT_SECONDS
) -> Receipt:
    """Send events; `sent` is this machine's clock, seconds since 1970."""
    batch = Batch(version=VERSION, device=device, sent=sent, events=tuple(events))
    return _call(url, "POST", "/v1/events", Receipt, token=token, body=batch, timeout=timeout)


def stored_rows(url: str, token: str) -> dict[str, Any]:
    """Return everything that the server stores about the learner: `class`, `learner` (a keyed id) and `events`."""
    page: dict[str, Any] = _call(url, "GET", "/v1/mine", dict, token=token)
    found, rows = page, list(page.get("events", ()))
    while page.get("next"):
        page = _call(url, "GET", f"/v1/mine?after={int(page['next'])}", dict, token=token)
        rows += page.get("events", ())
    return {"class": found.get("class", ""), "learner": found.get("learner", ""), "events": rows}


def _call(
    url: str, method: str, path: str, kind: type[_T], *, token: str = "", body: Any = None,
    timeout: float = TIMEOUT_SECONDS,
) -> _T:  # fmt: skip
    import http.client  # 6 ms and 1 MB with what it loads; a tutor in no class never needs it

    parts = urlsplit(url)
    headers = {"Accept": "application/json", "User-Agent": "mxtutor"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Content-Type": "application/json"} if body is not None else {}
    connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        with closing(connect(parts.hostname or "", parts.port, timeout=timeout)) as connection:
            data = None if body is None else msgspec.json.encode(body)
            connection.request(method, f"{parts.path}{path}", body=data, headers=headers)
            response = connection.getresponse()
            status, wait = response.status, response.getheader("Retry-After", "")
            content = response.read(MAX_RESPONSE)
    except (OSError, http.client.HTTPException, ValueError) as error:  # ValueError: an invalid token
        if isinstance(error, ValueError) and not isinstance(error, (OSError, UnicodeError)):
            raise TokenRefusedError("This is not a token.", fix="Join the class again with your link.") from error
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise UnreachableError(f"The class server {parts.netloc} does not answer: {reason}.") from error
    return _decoded(parts.netloc, status, wait, content, kind)


def _decoded(server: str, status: int, wait: str, content: bytes, kind: type[_T]) -> _T:
    if status == 200:
        try:
            return cast(_T, convert(msgspec.json.decode(content), kind))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise UnreachableError(f"{server} is not a class server of mxtutor.", fix="Check the address.") from error
    try:
        why = str(msgspec.json.decode(content)["error"])[:300]
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, KeyError, TypeError):
        why = f"{server} replied with status {status}, so it is not a class server."
        raise UnreachableError(why, fix="Check the address.") from None
    if status == 401 or (status == 403 and kind is not ClassInfo):
        raise TokenRefusedError(why, fix="Ask your instructor for a new link.")
    if status in (408, 429) or status >= 500:
        raise UnreachableError(why, wait=float(wait) if wait.isascii() and wait.isdecimal() and len(wait) < 6 else 0.0)
    raise RequestRefusedError(why)
