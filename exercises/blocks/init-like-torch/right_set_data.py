import math

from mxnet import nd


def init_like_torch(net):
    net.initialize()
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
        for parameter in layer.params.values():
            parameter.set_data(nd.random.uniform(-bound, bound, shape=parameter.shape))
