"""A real PostgreSQL for tests: started in a temporary folder, on a Unix socket, and stopped at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = Path("/usr/lib/postgresql")
START_SECONDS = 200


def program(name: str) -> Path | None:
    """Return a program of the newest PostgreSQL that is installed; None if there is none."""
    found = sorted(PROGRAMS.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]), reverse=True)
    on_path = shutil.which(name)
    return found[0] if found else Path(on_path) if on_path else None


def why_missing() -> str:
    """Return why no PostgreSQL can be started here; empty if one can."""
    for name in ("initdb", "pg_ctl", "postgres"):
        if program(name) is None:
            return f"PostgreSQL is not installed: there is no {name} below {PROGRAMS} or on PATH"
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return "PostgreSQL refuses to run as root, and there is no setpriv to start it as another user"
    return ""


class Postgres:
    """One server with its own data; root starts it as the user `postgres`, or else as `nobody`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mxtutor-pg-"))
        self._prefix: list[str] = []
        if os.geteuid() == 0:
            user = _other_user()
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._prefix = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", "class", "--no-sync", "-E", "UTF8", "--locale=C")
        self.start()

    @property
    def url(self) -> str:
        """URL of the database."""
        return f"postgresql://class@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", log, "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: `immediate` is like a power cut, `fast` ends all connections in order."""
        self._run("pg_ctl", "stop", "-w", "-D", str(self.folder / "data"), "-m", mode)

    def close(self) -> None:
        """Stop the server if it runs, and delete everything."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name: str, *arguments: str) -> None:
        found = program(name)
        assert found is not None
        done = subprocess.run(
            [*self._prefix, str(found), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=START_SECONDS,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")


def _other_user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")
