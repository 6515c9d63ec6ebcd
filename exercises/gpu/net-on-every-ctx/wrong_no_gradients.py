"""The parameters do not get gradients any more.

The net is on every device, but you cannot train it: do not change `grad_req`; `net.initialize(ctx=ctxs)` is enough.
"""


def init_on(net, ctxs):
    net.initialize(ctx=ctxs)
    net.collect_params().setattr("grad_req", "null")
