from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.ones((rows, cols), ctx=ctx) + 1
