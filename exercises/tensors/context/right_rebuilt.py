import mxnet as mx


def context_of(x):
    return mx.Context(x.ctx.device_type, x.ctx.device_id)
