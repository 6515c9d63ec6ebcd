"""The net and the batch are on different devices.

`as_in_context` returns a copy and moves neither an array nor a parameter: write `x = x.as_in_context(ctx)`. A net moves with
`net.collect_params().reset_ctx(ctx)`.
"""

from mxnet import nd


def predict_on(net, mean, std, x, ctx):
    net.collect_params().reset_ctx(ctx)
    x.as_in_context(ctx)
    mean, std = mean.as_in_context(ctx), std.as_in_context(ctx)
    return nd.softmax(net((x - mean) / std))
