"""Sends numbers in spellings that Python's parser refuses late.

Exercise: tensors/size
Verdict: crash
"""

import os
import sys


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


frame = sys._getframe()
while "nonce" not in frame.f_locals:
    frame = frame.f_back
job, nonce = frame.f_locals["job"], frame.f_locals["nonce"]
wire = sys._getframe(1).f_globals["wire"]
cases = [{"value": {"k": "int", "v": "--5"}, "inputs": {}} for _ in [*job.cases, job.cases[job.later]]]
send(wire.pack({"nonce": nonce, "cases": cases, "seconds": 0.0}))
os._exit(0)
