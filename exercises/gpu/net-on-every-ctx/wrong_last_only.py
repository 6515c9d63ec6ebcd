"""The net is initialised again on each device.

With `force_reinit` each call replaces the previous device, so the net is only on the last one: `net.initialize(ctx=ctxs)` takes the whole list.
"""


def init_on(net, ctxs):
    for ctx in ctxs:
        net.initialize(ctx=ctx, force_reinit=True)
