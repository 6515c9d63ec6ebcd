"""Only one of net and batch is moved.

The net has no parameters on the device of the batch: move both, `net.collect_params().reset_ctx(ctx)` and `x.as_in_context(ctx)`.
"""


def predict_on(net, x, ctx):
    return net(x.as_in_context(ctx))
