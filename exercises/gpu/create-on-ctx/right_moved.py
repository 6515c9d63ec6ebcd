from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return (nd.ones((rows, cols)) + 1).as_in_context(ctx)
