"""HTTP calls of a class server, without following redirects, so that the token goes to that server only."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Sequence
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from mxtutor.conversion import convert
from mxtutor.errors import TutorError
from mxtutor.live.events import VERSION, Batch, ClassInfo, Receipt, SentEvent

TIMEOUT_SECONDS = 10.0
MAX_ANSWER = 64 << 20
"""Largest response that is read, in bytes: a page of 500 rows, each with the longest code."""
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
    """The server will never accept this request."""

    exit_code = 2


def join_class(url: str, code: str, name: str, *, timeout: float = TIMEOUT_SECONDS) -> ClassInfo:
    """Join with a class code; the result contains a token.

    Raises:
        RequestRefusedError: the code is wrong, or the name is taken.
        UnreachableError: there is no answer.
    """
    return _call(url, "POST", "/v1/join", ClassInfo, body={"code": code, "name": name}, timeout=timeout)


def class_info(url: str, token: str, *, timeout: float = TIMEOUT_SECONDS) -> ClassInfo:
    """Return the server's description of the class.

    Raises:
        TokenRefusedError: the token is not valid.
        UnreachableError: there is no answer.
    """
    return _call(url, "GET", "/v1/class", ClassInfo, token=token, timeout=timeout)


def send_events(
    url: str, token: str, device: str, sent: float, events: Sequence[SentEvent], *, timeout: float = TIMEOUT_SECONDS
) -> Receipt:
    """Send events; `sent` is this machine's clock, seconds since 1970.

    Raises:
        TokenRefusedError: the token is not valid.
        RequestRefusedError: the server does not accept these events in one request.
        UnreachableError: there is no answer.
    """
    batch = Batch(version=VERSION, device=device, sent=sent, events=tuple(events))
    return _call(url, "POST", "/v1/events", Receipt, token=token, body=batch, timeout=timeout)


def stored_rows(url: str, token: str, *, timeout: float = TIMEOUT_SECONDS) -> dict[str, Any]:
    """Return everything that the server stores about the learner: `class`, `learner` (a keyed id) and `events`.

    Raises:
        TokenRefusedError: the token is not valid.
        UnreachableError: there is no answer.
    """
    page = cast("dict[str, Any]", _call(url, "GET", "/v1/mine", dict, token=token, timeout=timeout))
    found, rows = page, list(page.get("events", ()))
    while page.get("next"):
        page = _call(url, "GET", f"/v1/mine?after={int(page['next'])}", dict, token=token, timeout=timeout)
        rows += page.get("events", ())
    return {"class": found.get("class", ""), "learner": found.get("learner", ""), "events": rows}


def _call(url: str, method: str, path: str, kind: type[_T], *, timeout: float, token: str = "", body: Any = None) -> _T:
    parts = urlsplit(url)
    server = parts.netloc
    headers = {"Accept": "application/json", "User-Agent": "mxtutor"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection: http.client.HTTPConnection
    try:
        if parts.scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(parts.hostname or "", parts.port, timeout=timeout, context=context)
        else:
            connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=timeout)
        try:
            data = None if body is None else msgspec.json.encode(body)
            connection.request(method, f"{parts.path}{path}", body=data, headers=headers)
            answer = connection.getresponse()
            status, wait, content = answer.status, answer.getheader("Retry-After", ""), answer.read(MAX_ANSWER)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:  # ValueError: an invalid token
        if isinstance(error, ValueError) and not isinstance(error, (OSError, UnicodeError)):
            raise TokenRefusedError("This is not a token.", fix="Join the class again with your link.") from error
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise UnreachableError(f"The class server {server} does not answer: {reason}.") from error
    return _answer(server, status, wait, content, kind)


def _answer(server: str, status: int, wait: str, content: bytes, kind: type[_T]) -> _T:
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
