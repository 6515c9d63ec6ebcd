"""The parameters of layers in a block are not moved.

`params` of a layer holds only its own parameters, not those of the layers inside it: move what `net.collect_params()` finds.
"""


def predict_on(net, x, ctx):
    for layer in net:
        for parameter in layer.params.values():
            parameter.reset_ctx(ctx)
    return net(x.as_in_context(ctx))
