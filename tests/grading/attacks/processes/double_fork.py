"""Forks twice and lets its grandchild outlive it.

Verdict: error
Headline: PermissionError|BlockingIOError
"""

import os
import time


def arccos(x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(100)
        os._exit(0)
    return x
