"""Writes a frame and a record of success to every descriptor that takes one.

Verdict: crash
"""

import os
import sys

frame = sys._getframe()
while "nonce" not in frame.f_locals:
    frame = frame.f_back
nonce = frame.f_locals["nonce"]
wire = sys._getframe(1).f_globals["wire"]
forged = wire.pack({"nonce": nonce, "verdict": "right", "cases": []})
for fd in range(1024):
    try:
        os.write(fd, len(forged).to_bytes(8, "little") + forged)
    except OSError:
        pass
os._exit(0)
