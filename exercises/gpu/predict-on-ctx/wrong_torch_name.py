"""A name of PyTorch that MXNet does not have.

A Block has no `to`: `net.collect_params().reset_ctx(ctx)` moves its parameters.
"""


def predict_on(net, x, ctx):
    return net.to(ctx)(x.as_in_context(ctx))
