"""The default device stays changed.

You enter the context and never leave it, so all later code uses it: write `with ctx:`, or pass `ctx=ctx`.
"""

from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    ctx.__enter__()
    return nd.ones((rows, cols)) + 1
