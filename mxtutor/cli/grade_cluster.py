"""`mxtutor grade --scheduler` and `--local-cluster`: the options of a cluster, and grading on it."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import ClassRun
from mxtutor.cli.grading_progress import GradingProgress
from mxtutor.cli.painting import tell
from mxtutor.content.class_links import LOOPBACK
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.extras import require
from mxtutor.paths import content_root
from mxtutor.reporting.sanitize import clean_line
from mxtutor.typed_paths import expanded

TOLD_WORKERS = 50
"""Most lines about workers on standard error."""


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The options that choose a cluster."""

    scheduler: str | None = None
    """Address of a Dask scheduler, or the path of its file."""
    local_cluster: int | None = None
    """Number of workers to start on this machine."""
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @property
    def wanted(self) -> bool:
        """Whether the answers are graded on a cluster."""
        return self.scheduler is not None or self.local_cluster is not None

    def check(self, jobs: int | None) -> None:
        """Check the options before hand-ins are read.

        Raises:
            UsageError: options contradict each other, a file is missing, or Dask is not installed.
        """
        keys = {"--tls-ca": self.tls_ca, "--tls-cert": self.tls_cert, "--tls-key": self.tls_key}
        given = [name for name, path in keys.items() if path is not None]
        if given and self.scheduler is None:
            raise UsageError(f"{given[0]} belongs to --scheduler.", fix="Add --scheduler ADDRESS, or leave it out.")
        if not self.wanted:
            return
        if self.scheduler is not None and self.local_cluster is not None:
            raise UsageError("--scheduler and --local-cluster cannot be used together.", fix="Give one of them.")
        if self.scheduler is not None and jobs is not None:
            fix = "The number of threads of each worker decides: `dask worker --nthreads`."
            raise UsageError("--jobs does not belong to --scheduler.", fix=fix)
        if given and len(given) < len(keys):
            missing = ", ".join(name for name in keys if name not in given)
            raise UsageError(f"TLS also needs {missing}.", fix="Give all three files.")
        for name, path in keys.items():
            if path is not None and not path.is_file():
                raise UsageError(f"{name}: there is no file {path}.", fix="Name a file in PEM form.")
        if given and not self.address.startswith("tls://"):
            raise UsageError("The --tls options need an address that begins with tls://.", fix="Correct the address.")
        require("cluster", "Grading on a cluster")

    @property
    def address(self) -> str:
        """Address of the scheduler, if necessary read from its file.

        Raises:
            UsageError: the file contains no address.
        """
        assert self.scheduler is not None
        file = expanded(Path(self.scheduler))
        if not file.is_file():
            return self.scheduler
        try:
            return str(json.loads(file.read_text("utf-8"))["address"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            fix = "Name the file that `dask scheduler --scheduler-file` wrote."
            raise UsageError(f"{file} holds no address of a scheduler.", fix=fix) from error

    @property
    def recorded(self) -> dict[str, str]:
        """The options that are stored in the outputs."""
        if self.local_cluster is not None:
            return {"cluster": f"{count(self.local_cluster, 'worker')} on this machine"}
        return {"cluster": "yes"} if self.wanted else {}


def grade_on_cluster(
    run: ClassRun, options: ClusterOptions, answers: Sequence[HandIn], root: Path, *, jobs: int | None, confined: bool
) -> None:
    """Grade answers on a cluster and show the progress.

    Raises:
        UsageError: the scheduler cannot be reached, no worker may get answers, or the file cannot be written.
        BrokenError: the cluster on this machine does not start.
        ClusterLostError: the scheduler or all workers are lost.
    """
    from mxtutor.classroom.cluster.coordinator import Coordinator
    from mxtutor.classroom.cluster.worker import Check

    own = root.resolve() == content_root().resolve()
    check = Check("" if own else str(root.resolve()), run.content.hashes, run.used, confined)
    with _client(options, jobs or os.cpu_count() or 1) as client:
        numbers = itertools.count(1)

        def say(text: str) -> None:
            if (number := next(numbers)) <= TOLD_WORKERS:
                more = "; further lines about workers are left out" if number == TOLD_WORKERS else ""
                progress.say(f"{clean_line(text)}{more}")

        coordinator = Coordinator(client, check, answers, seed=run.seed, tell=say)
        progress = GradingProgress((answer.learner for answer in answers), note=lambda: coordinator.note)
        with contextlib.closing(progress), contextlib.closing(run.record(coordinator.grade())) as done:
            for answer in done:
                progress.add(answer.learner)


@contextlib.contextmanager
def _client(options: ClusterOptions, jobs: int) -> Iterator[Any]:
    """Yield Dask's client; a cluster on this machine runs while the block runs."""
    from mxtutor.classroom.cluster.coordinator import connected, local_cluster, tls

    if options.local_cluster is not None:
        with local_cluster(options.local_cluster, -(-jobs // options.local_cluster)) as client:
            yield client
        return
    keys = {"ca": str(options.tls_ca), "cert": str(options.tls_cert), "key": str(options.tls_key)}
    with connected(options.address, tls(**keys) if options.tls_ca else None) as client:
        if unencrypted(address := str(client.scheduler.address)):
            text = f"answers travel unencrypted to {address}; anybody who reaches it can run code on the cluster"
            tell(f"{text}; docs/class.md shows TLS.")
        yield client


def unencrypted(address: str) -> bool:
    """Return whether messages to this address are unencrypted on a network."""
    parts = urlsplit(address)
    return parts.scheme != "tls" and (parts.hostname or "") not in LOOPBACK
