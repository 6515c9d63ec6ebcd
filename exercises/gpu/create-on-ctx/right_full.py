from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.full((rows, cols), 2, ctx=ctx)
