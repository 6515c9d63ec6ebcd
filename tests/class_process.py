"""A class server that a test starts as an instructor does, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

STOP_SECONDS = 60


class Server:
    """A class server that was started as an instructor does."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.errors = folder / "errors"
        command = [sys.executable, "-m", "mxtutor", "serve", "--no-browser", "--port", "0", *options]
        with self.errors.open("w") as file:
            self.process = subprocess.Popen(
                command, stderr=file, cwd=folder, env=os.environ | {"MXTUTOR_HOME": str(folder / "home")}
            )
        while (found := re.search(r"listens at http://127\.0\.0\.1:(\d+)", self.said)) is None:
            assert self.process.poll() is None, self.said
            time.sleep(0.05)
        self.port = int(found[1])

    @property
    def said(self) -> str:
        """What it printed on standard error."""
        return self.errors.read_text()

    def ask(self, path: str, *, token: str = "", body: object = None) -> tuple[int, dict[str, Any]]:
        """Send a request, with a body as POST; return the status and the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            data = None if body is None else json.dumps(body)
            connection.request("GET" if data is None else "POST", path, body=data, headers=headers)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()

    def stop(self) -> int:
        """Stop it as ctrl+c does; return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(STOP_SECONDS)
