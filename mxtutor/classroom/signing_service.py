"""How a session of `mxtutor serve` gets its report signed: the server listens on a Unix socket, and keeps the key.

The server calls `ReportSigner(folder)`, and `admit(learner)` for each session, whose environment gets the result.
A session takes it out of its environment at its start (`take_seal`), and asks with `Seal.sign`. The server enters
learner, time and reason itself, and signs for the learner of that session only.

On a learner's own machine the variable can be set, too; what another server signs has another key.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import socketserver
import struct
import tempfile
import threading
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from mxtutor.classroom.sealed_report import MAX_BYTES, file_form, parse
from mxtutor.classroom.sealing import SigningKey, load_or_make_key, sign
from mxtutor.errors import StoreError, TutorError
from mxtutor.private_files import make_private_folder, write_private

VARIABLE = "MXTUTOR_SEAL"
"""Environment variable of a session: the token and the socket of the server, with a colon between them."""
REPORTS = "reports"
"""Folder in the server's data folder with a copy of each report that it signed."""
SERVED = "A server ran the workshop and signed this report; the learner had no access to its files."
_SECONDS = 10.0
"""Longest wait for the other side."""
_CREDENTIALS = "3i"


class ReportSigner:
    """Signs reports for the sessions of one server; it runs threads until `close`."""

    def __init__(self, folder: Path, workshop: str = "") -> None:
        """Load or make the key in the server's data folder, and listen.

        `workshop` is the hash of the workshop that the server runs (`workshop_hash`); reports about others are refused.

        Raises:
            TutorError: the key or a socket cannot be made; one line.
        """
        self.key: SigningKey = load_or_make_key(folder)
        self._reports, self._workshop = folder / REPORTS, workshop
        self._learners: dict[str, str] = {}
        self._lock = threading.Lock()
        try:
            make_private_folder(self._reports)
            self._folder = tempfile.mkdtemp(prefix="mxtutor-seal-")  # mode 0700; a socket's path must be short
            self._socket = os.path.join(self._folder, "seal.sock")
            self._server = _Server(self._socket, self)
        except OSError as error:
            raise StoreError(f"The socket for signatures cannot be made: {error.strerror or error}.") from error
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="mxtutor-seal", daemon=True
        )
        self._thread.start()

    def admit(self, learner: str) -> dict[str, str]:
        """Return the variables for the environment of a new session of a learner."""
        token = secrets.token_hex(16)
        with self._lock:
            self._learners[token] = learner
        return {VARIABLE: f"{token}:{self._socket}"}

    def dismiss(self, environment: MutableMapping[str, str]) -> None:
        """Sign no more for a session that ended; `environment` is what `admit` returned."""
        with self._lock:
            self._learners.pop(environment.get(VARIABLE, "").partition(":")[0], None)

    def close(self) -> None:
        """Stop listening; idempotent."""
        self._server.shutdown()
        self._server.server_close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def answer(self, request: bytes) -> dict[str, Any]:
        """Return the reply to a request: a signed report, or the reason why there is none."""
        try:
            asked = json.loads(request)
            with self._lock:
                learner = self._learners.get(str(asked["token"]))
            if learner is None:
                return {"error": "the server does not know this session"}
            return {"report": self._signed(asked["report"], learner)}
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            return {"error": f"the request is damaged: {error}"}
        except OSError as error:
            return {"error": f"the server cannot keep the report: {error.strerror or error}"}

    def _signed(self, asked: dict[str, Any], learner: str) -> dict[str, Any]:
        report = parse(asked)
        if self._workshop and report.workshop.hash != self._workshop:
            raise ValueError("it is about another workshop than the one that the server runs")
        # The session says what is right; the server says who, when and why.
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        sealed = bool(report.sealed)
        why = SERVED if sealed else report.why
        said = {**asked, "learner": learner, "sealed": sealed, "why": why, "signed": now}
        parse(said)
        signed = sign(said, self.key)
        self._keep(signed, learner)
        return signed

    def _keep(self, signed: dict[str, Any], learner: str) -> None:
        """Keep a copy; a later report of the same learner gets a number, so that none is ever replaced."""
        stem = "".join(c if c.isalnum() or c in "-_" else "_" for c in learner)[:60] or "learner"
        stem = stem.encode()[:180].decode(errors="ignore")  # a name of a file has 255 bytes at most
        stem = f"{stem}-{signed['workshop']['hash'][:8]}"
        with self._lock:
            name, number = f"{stem}.json", 1
            while (self._reports / name).exists():
                number += 1
                name = f"{stem}-{number}.json"
            write_private(self._reports / name, file_form(signed))


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """One thread per request."""

    daemon_threads = True

    def __init__(self, path: str, signer: ReportSigner) -> None:
        self.signer = signer
        super().__init__(path, _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a session that went away; it asks again at its next start."""


class _Handler(socketserver.BaseRequestHandler):
    """Reads one request and replies."""

    request: socket.socket
    server: _Server

    def handle(self) -> None:
        """Serve one session."""
        self.request.settimeout(_SECONDS)
        size = struct.calcsize(_CREDENTIALS)
        credentials = self.request.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        if struct.unpack(_CREDENTIALS, credentials)[1] != os.geteuid():
            return
        reply = self.server.signer.answer(_read(self.request))
        self.request.sendall(json.dumps(reply).encode())


@dataclass(frozen=True, slots=True)
class Seal:
    """How this session asks its server for a signature."""

    token: str
    socket: str

    def sign(self, report: dict[str, Any]) -> dict[str, Any]:
        """Return a report, plain data, as the server signed it.

        Raises:
            TutorError: the server does not answer, or refuses; one line.
        """
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(_SECONDS)
                connection.connect(self.socket)
                connection.sendall(json.dumps({"token": self.token, "report": report}).encode())
                connection.shutdown(socket.SHUT_WR)
                reply = json.loads(_read(connection))
        except (OSError, ValueError) as error:
            reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
            raise TutorError(f"The server cannot sign the report: {reason}.", fix="Open the workshop again.") from error
        signed = reply.get("report")
        if not isinstance(signed, dict):
            raise TutorError(f"The server does not sign the report: {reply.get('error', 'no reason')}.")
        return signed


def take_seal(environment: MutableMapping[str, str] = os.environ) -> Seal | None:
    """Return how this session gets signatures; None outside of `mxtutor serve`.

    The variable is removed, so that no process of this session inherits it.
    """
    token, colon, path = environment.pop(VARIABLE, "").partition(":")
    return Seal(token, path) if colon and token and path else None


def _read(connection: socket.socket) -> bytes:
    """Return all that the other side sends.

    Raises:
        OSError: it sends too much, or nothing for too long.
    """
    data = bytearray()
    while piece := connection.recv(1 << 16):
        data += piece
        if len(data) > 2 * MAX_BYTES:
            raise OSError("too much data")
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
    return bytes(data)
