"""The default device is changed for good.

You enter the context and never leave it, so all later code works there: write `with ctx:`, or pass `ctx=ctx`.
"""

from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    ctx.__enter__()
    return nd.ones((rows, cols)) + 1
