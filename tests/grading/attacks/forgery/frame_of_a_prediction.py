"""Sends a valid frame with the right nonce that holds a value and no cases.

Verdict: crash
"""

import os
import sys


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


frame = sys._getframe()
while "nonce" not in frame.f_locals:
    frame = frame.f_back
nonce = frame.f_locals["nonce"]
wire = sys._getframe(1).f_globals["wire"]
send(wire.pack({"nonce": nonce, "values": {"k": "bool", "v": True}, "seconds": 0.0}))
os._exit(0)
