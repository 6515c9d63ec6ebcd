"""int.to_bytes, bytes.join and struct.pack are replaced inside the interpreter, by way of the garbage collector.

Verdict: wrong crash error
"""

import gc
import struct

from mxnet import nd

for kind, name, lie in ((int, "to_bytes", lambda *a, **k: b"\2\0\0\0"), (bytes, "join", lambda *a: b"MXT1\2\0\0\0{}")):
    gc.get_referents(kind.__dict__)[0][name] = lie
struct.pack = lambda *a: b""


def arccos(x):
    return nd.zeros_like(x)
