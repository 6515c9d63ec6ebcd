"""The parameters take no gradients any more.

The net lives on every device, but it cannot be trained: leave `grad_req` as it is, `net.initialize(ctx=ctxs)` is all.
"""


def init_on(net, ctxs):
    net.initialize(ctx=ctxs)
    net.collect_params().setattr("grad_req", "null")
