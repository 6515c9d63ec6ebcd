"""Where worker processes are allowed, a child writes its own frame while the parent waits.

Processes: yes
Verdict: crash
"""

import os
import sys

from mxnet import nd

wire = sys._getframe(1).f_globals["wire"]


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


def arccos(x):
    if os.fork() == 0:
        send(wire.pack({"nonce": "", "cases": []}))
        os._exit(0)
    os.wait()
    return nd.arccos(x)
