"""Only the layers inside the net are initialised, not the parameters of the net itself.

A single layer is a net too: it has parameters, but no layers inside. `net.initialize` reaches all parameters, of the net and of its layers.
"""


def init_on(net, ctxs):
    for layer in net._children.values():
        layer.initialize(ctx=ctxs)
