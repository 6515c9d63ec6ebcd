"""Only the layers inside the net are moved, not the parameters of the net itself.

A single layer is a net too: it has parameters, but no layers inside. `net.collect_params()` has all parameters, of the net and of its layers.
"""


def predict_on(net, x, ctx):
    for layer in net._children.values():
        layer.collect_params().reset_ctx(ctx)
    return net(x.as_in_context(ctx))
