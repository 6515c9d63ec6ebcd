"""Sends a frame of its own and leaves ours to be sent behind it.

Verdict: crash
"""

import os
import sys

from mxnet import nd

wire = sys._getframe(1).f_globals["wire"]


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


def arccos(x):
    send(wire.pack({"nonce": "", "cases": []}))
    return nd.arccos(x)
