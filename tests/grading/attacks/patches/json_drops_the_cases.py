"""json.dumps leaves out all cases but the first, which is right.

Verdict: crash
"""

import json
import sys

from mxnet import nd

true = json.dumps
wire = sys._getframe(1).f_globals["wire"]
calls = []


def lie(tree, *args, **kwargs):
    if isinstance(tree, dict) and "tree" in tree:
        inner = tree["tree"]
        tree = {"tree": {**inner, "cases": inner["cases"][:1]}, "arrays": tree["arrays"][:2]}
        raw, sent = wire._raw, []
        wire._raw = lambda a: (sent.append(a), raw(a) if len(sent) < 3 else b"")[1]
    return true(tree, *args, **kwargs)


json.dumps = lie


def arccos(x):
    calls.append(x)
    return nd.arccos(x) if len(calls) == 1 else nd.zeros_like(x)
