"""Gives the screen precedence over the working grader: scheduling priority, sessions, and a pause.

The table "Latency" in `docs/ARCHITECTURE.md` names the benchmark of each.
"""

from __future__ import annotations

import contextlib
import os

NICENESS = 5
"""Niceness of the grader's processes: the screen and the learner's other programs have precedence."""
AHEAD_PAUSE = 0.2
"""Seconds between a report and the work for the next check, so that this work does not delay drawing the report."""


def lower_priority() -> None:
    """Lower this process's priority, and its session's if the kernel divides processor time among sessions."""
    os.nice(NICENESS)
    with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as share:
        share.write(str(NICENESS))


def leads_session_without_terminal() -> bool:
    """Return whether this process leads a session without a terminal; its workers may join such a session.

    Otherwise they get separate sessions, which a terminal's signals do not reach. Linux divides processor time among
    sessions, so several sessions of workers would take more time from the screen.
    """
    if os.getsid(0) != os.getpid():
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return True
    return False
