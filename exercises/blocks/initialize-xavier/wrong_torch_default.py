"""The draws are those of PyTorch's `Linear`.

That is how PyTorch's `Linear` starts, uniform within 1 / sqrt(in), bias included; Xavier differs: `mx.init.Xavier()`.
"""

from mxnet import nd


def init_xavier(net):
    net.initialize()
    for layer in net:
        bound = layer.weight.shape[1] ** -0.5
        layer.weight.set_data(nd.random.uniform(-bound, bound, shape=layer.weight.shape))
        layer.bias.set_data(nd.random.uniform(-bound, bound, shape=layer.bias.shape))
