"""Forks without end where an exercise allows worker processes.

Processes: yes
Seconds: 1
Verdict: timeout crash error wrong
"""

import os


def arccos(x):
    while True:
        try:
            os.fork()
        except OSError:
            pass
