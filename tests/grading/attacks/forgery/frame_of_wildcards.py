"""Sends NaN and infinity for every value of every case, in valid frames."""

import os
import sys

import numpy as onp


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


frame = sys._getframe()
while "nonce" not in frame.f_locals:
    frame = frame.f_back
job, nonce = frame.f_locals["job"], frame.f_locals["nonce"]
wire = sys._getframe(1).f_globals["wire"]
cases = []
for turn, case in enumerate([*job.cases, job.cases[job.later]]):
    given = case.inputs["x"]["array"]
    fill = onp.full_like(given, [onp.nan, onp.inf, -onp.inf][turn % 3])
    cases.append({"value": {"k": "nd", "a": fill, "ctx": "cpu(0)"}, "inputs": {"x": given}})
send(wire.pack({"nonce": nonce, "cases": cases, "seconds": 0.0}))
os._exit(0)
