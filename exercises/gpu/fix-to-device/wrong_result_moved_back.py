"""The result is not on the device.

The predictions must stay on `ctx`, as in PyTorch.
"""

import mxnet as mx
from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.collect_params().reset_ctx(ctx)
    x, mean, std = (array.as_in_context(ctx) for array in (x, mean, std))
    return nd.softmax(net((x - mean) / std)).as_in_context(mx.cpu())
