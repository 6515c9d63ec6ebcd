import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / layer.weight.shape[1] ** 0.5
        for size in layer.weight.shape[2:]:
            bound /= size**0.5
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
