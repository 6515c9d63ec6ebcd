# mistake: Adds an array that was made on the default device, so the addition mixes two contexts.
# named: mixed
from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    x = nd.ones((rows, cols), ctx=ctx)
    return x + nd.ones((rows, cols))
