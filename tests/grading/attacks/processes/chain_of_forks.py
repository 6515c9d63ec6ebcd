"""Where worker processes are allowed, each process forks the next one and dies, faster than anyone can look.

Processes: yes
Seconds: 1
Verdict: wrong crash timeout
"""

import os

from mxnet import nd


def arccos(x):
    if os.fork() == 0:
        while True:
            try:
                if os.fork():
                    os._exit(0)
            except OSError:
                pass
    return nd.zeros_like(x)
