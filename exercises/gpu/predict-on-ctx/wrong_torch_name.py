"""The name is PyTorch's, and MXNet does not have it.

A Block has no `to`: `net.collect_params().reset_ctx(ctx)` moves its parameters.
"""


def predict_on(net, x, ctx):
    return net.to(ctx)(x.as_in_context(ctx))
