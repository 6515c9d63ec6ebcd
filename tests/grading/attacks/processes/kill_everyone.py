"""Sends SIGKILL to every process that it may reach.

Verdict: error crash wrong
"""

import os
import signal


def arccos(x):
    os.kill(-1, signal.SIGKILL)
    return x * 0
