"""Sends as many cases as there are, each without a value.

Verdict: crash
"""

import os
import sys


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


frame = sys._getframe()
while "order" not in frame.f_locals:
    frame = frame.f_back
order = frame.f_locals["order"]
wire = sys._getframe(1).f_globals["wire"]
send(wire.pack({"nonce": order["nonce"], "cases": [{} for _ in order["cases"]], "seconds": 0.0}))
os._exit(0)
