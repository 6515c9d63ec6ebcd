"""The block computes the whole net.

That is the output of the last layer: take the output of the hidden layer from `get_internals()`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    return gluon.SymbolBlock(net(data), data, params=net.collect_params())
