"""The weights are drawn like those of PyTorch's `Linear`.

PyTorch's `Linear` starts like that, uniform between plus and minus 1 / sqrt(in), also for the bias. Xavier is different: `mx.init.Xavier()`.
"""

from mxnet import nd


def init_xavier(net):
    net.initialize()
    for layer in net:
        bound = layer.weight.shape[1] ** -0.5
        layer.weight.set_data(nd.random.uniform(-bound, bound, shape=layer.weight.shape))
        layer.bias.set_data(nd.random.uniform(-bound, bound, shape=layer.bias.shape))
