"""Ends the descendants of this process, and lets it end with its own parent."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal

from mxtutor.grading.procfs import children, descendants

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends, even if a signal has stopped it then.

    A fork does not inherit this, so each fork calls it first. A change of the user id cancels it.
    """
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent ends, so that they can be found and killed."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_tree() -> None:
    """Kill and reap every descendant; repeat until none is left, since new ones can appear meanwhile.

    /proc must show the process ids of this process's own pid namespace.
    """
    for _ in range(2000):
        left = children("self")
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        for pid in left:
            for grandchild in descendants(pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(grandchild, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, 0 if left else os.WNOHANG)[0]:
                if not left:
                    break
        except ChildProcessError:
            return
