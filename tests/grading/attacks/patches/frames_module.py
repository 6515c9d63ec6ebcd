"""Our own module that packs frames is replaced in memory.

Verdict: crash
"""

import sys

from mxnet import nd

wire = sys._getframe(1).f_globals["wire"]
true = wire._out
wire._out = lambda value, arrays, depth: (
    {"nonce": value["nonce"], "values": {"k": "bool", "v": True}} if depth == 0 else true(value, arrays, depth)
)


def arccos(x):
    return nd.zeros_like(x)
