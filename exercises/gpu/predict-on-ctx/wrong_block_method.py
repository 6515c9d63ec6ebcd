"""The method exists only since MXNet 2.0.

On 1.9.1 `reset_ctx` belongs to `net.collect_params()`; a Block does not have it.
"""


def predict_on(net, x, ctx):
    net.reset_ctx(ctx)
    return net(x.as_in_context(ctx))
