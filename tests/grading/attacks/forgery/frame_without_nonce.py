"""Sends the right values without the nonce, as one who cannot look at the stack would.

Verdict: crash
"""

import os
import sys

import numpy as onp


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


wire = sys._getframe(1).f_globals["wire"]


def arccos(x):
    value = {"k": "nd", "a": onp.arccos(x.asnumpy()), "ctx": "cpu(0)"}
    send(wire.pack({"nonce": "0" * 32, "cases": [{"value": value, "inputs": {"x": x.asnumpy()}}] * 5}))
    os._exit(0)
