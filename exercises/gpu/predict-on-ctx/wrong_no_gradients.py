"""The net cannot be trained any more.

The parameters do not get gradients any more: do not change `grad_req`; outside `autograd.record()` a net computes no gradients anyway.
"""


def predict_on(net, x, ctx):
    net.collect_params().setattr("grad_req", "null")
    net.collect_params().reset_ctx(ctx)
    return net(x.as_in_context(ctx))
