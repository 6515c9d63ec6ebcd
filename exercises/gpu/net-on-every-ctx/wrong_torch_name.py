"""A name of PyTorch that MXNet does not have.

A Block has no `to`: `net.initialize(ctx=ctxs)` makes its parameters on every device.
"""


def init_on(net, ctxs):
    net.initialize()
    for ctx in ctxs:
        net.to(ctx)
