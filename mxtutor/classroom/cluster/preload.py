"""What `dask worker --preload mxtutor.classroom.cluster.preload` runs: the grader starts before answers come."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import click

from mxtutor.classroom.cluster.worker import close_worker, cluster_worker
from mxtutor.errors import TutorError
from mxtutor.typed_paths import resolved


@click.command()
@click.option("--pack", type=click.Path(path_type=Path), help="Folder of the pack on this machine.")
@click.option("--isolation", type=click.Choice(["on", "off"]), default="on", help="Confine each answer.")
@click.option("--owner", type=int, help="End with the process of this id, which started this one.")
def dask_setup(_: Any, pack: Path | None, isolation: str, owner: int | None) -> None:
    """Start the grader in the background; the worker takes tasks meanwhile."""
    if owner is not None:
        from mxtutor.grading.procfs import die_with_parent

        die_with_parent(owner)
    worker = cluster_worker(resolved(pack) if pack else None)

    def start() -> None:
        try:
            worker.frameworks(isolation == "on", own=pack is None)
        except TutorError:
            return  # the check of this worker tells what is wrong

    threading.Thread(target=start, name="mxtutor-warm-up", daemon=True).start()


def dask_teardown(_: Any) -> None:
    """End the grader with its processes."""
    close_worker()
