"""Has the kernel send signals for it: owners of pipes, parent-death signals.

Output: set: 0
Machine: x86_64
"""

import ctypes
import fcntl
import os

from mxnet import nd


def arccos(x):
    worked = 0
    reading, _ = os.pipe()
    for action in (
        lambda: fcntl.fcntl(reading, 8, WORKER),
        lambda: fcntl.fcntl(reading, 10, 9),
        lambda: fcntl.ioctl(reading, 0x8901, (WORKER).to_bytes(4, "little")),
    ):
        try:
            action()
            worked += 1
        except OSError:
            pass
    worked += ctypes.CDLL(None).prctl(1, 0, 0, 0, 0) == 0
    print("set:", worked)
    return nd.zeros_like(x)
