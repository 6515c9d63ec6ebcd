from mxnet import nd


def to_device(x, ctx):
    return nd.array(x, ctx=ctx)
