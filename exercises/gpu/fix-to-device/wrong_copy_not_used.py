"""The copy of the batch is not used.

`as_in_context` returns a copy and does not move the array itself: write `x = x.as_in_context(ctx)`.
"""

from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.collect_params().reset_ctx(ctx)
    x.as_in_context(ctx)
    mean, std = mean.as_in_context(ctx), std.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std))
