from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    with ctx:
        return nd.ones((rows, cols)) + 1
