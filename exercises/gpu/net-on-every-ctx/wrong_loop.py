"""The net is initialised in one call for each device.

The second `initialize` only warns, and the net stays on the first device: give the whole list, `net.initialize(ctx=ctxs)`.
"""


def init_on(net, ctxs):
    for ctx in ctxs:
        net.initialize(ctx=ctx)
