"""Sleeps past its time.

Verdict: timeout
Seconds: 1
"""

import time


def arccos(x):
    time.sleep(100)
