"""The name is PyTorch's, and MXNet does not have it.

A Block has no `to`: `net.initialize(ctx=ctxs)` creates its parameters on every device.
"""


def init_on(net, ctxs):
    net.initialize()
    for ctx in ctxs:
        net.to(ctx)
