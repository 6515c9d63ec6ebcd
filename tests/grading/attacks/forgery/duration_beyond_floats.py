"""Claims that it took longer than a float can hold.

Verdict: crash
"""

import os
import sys


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


frame = sys._getframe()
while "nonce" not in frame.f_locals:
    frame = frame.f_back
wire = sys._getframe(1).f_globals["wire"]
send(wire.pack({"nonce": frame.f_locals["nonce"], "cases": [], "seconds": 10**400}))
os._exit(0)
