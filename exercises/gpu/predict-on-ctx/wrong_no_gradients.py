"""The net cannot train any more.

The parameters no longer take gradients: leave `grad_req` as it is, a net outside `autograd.record()` computes none anyway.
"""


def predict_on(net, x, ctx):
    net.collect_params().setattr("grad_req", "null")
    net.collect_params().reset_ctx(ctx)
    return net(x.as_in_context(ctx))
