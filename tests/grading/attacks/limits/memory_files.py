"""Fills files that live in memory alone.

Verdict: error crash
Seconds: 30
"""

import os


def arccos(x):
    while True:
        fd = os.memfd_create("fill")
        for _ in range(64):
            os.write(fd, bytes(1 << 20))
