"""No device is given.

The net is on the default context only: `net.initialize(ctx=ctxs)`.
"""


def init_on(net, ctxs):
    net.initialize()
