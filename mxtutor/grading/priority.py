"""What lets the screen come first while the grader works: scheduling priority, sessions, and a pause.

Each was measured: the table "Latency measures" in `docs/ARCHITECTURE.md` names the gain and the benchmark.
"""

from __future__ import annotations

import contextlib
import os

NICENESS = 5
"""How much the screen, and whatever else a learner runs, comes before the grader's processes."""
AHEAD_PAUSE = 0.2
"""Seconds between a report and the work for the next check: drawing the report and this work would delay each other."""


def lower_priority() -> None:
    """Lower this process's priority, and its session's where the kernel shares the processor among sessions."""
    os.nice(NICENESS)
    with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as share:
        share.write(str(NICENESS))


def leads_session_without_terminal() -> bool:
    """Tell whether this process leads a session without a terminal, which its workers may join.

    Elsewhere they get sessions of their own, out of reach of a terminal's signals. Linux shares the processor among
    sessions, so that several sessions of workers would take more of it from the screen.
    """
    if os.getsid(0) != os.getpid():
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return True
    return False
