"""The method exists only since MXNet 2.0.

`reset_ctx` belongs to `net.collect_params()` on 1.9.1; a Block has none.
"""


def predict_on(net, x, ctx):
    net.reset_ctx(ctx)
    return net(x.as_in_context(ctx))
