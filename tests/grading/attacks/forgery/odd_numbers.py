"""Sends numbers in spellings that Python's parser refuses late.

Exercise: tensors/size
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
cases = [{"value": {"k": "int", "v": "--5"}, "inputs": {}} for _ in order["cases"]]
send(wire.pack({"nonce": order["nonce"], "cases": cases, "seconds": 0.0}))
os._exit(0)
