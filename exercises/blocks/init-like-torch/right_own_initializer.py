import mxnet as mx
from mxnet import nd


def init_like_torch(net):
    net.initialize(mx.init.Xavier("uniform", "in", 1))
    for layer in net:
        layer.bias.data()[:] = nd.random.uniform(-1, 1, layer.bias.shape) / layer.weight.data()[0].size ** 0.5
