"""Writes the supervisor's record of a clean end to every descriptor, then never returns.

Verdict: timeout crash
Seconds: 1
"""

import os
import time

for fd in range(1024):
    try:
        os.write(fd, b'{"ended": "exit", "code": 0, "peak": 0, "isolation": [], "cpu": 0}\n')
    except OSError:
        pass
time.sleep(60)
