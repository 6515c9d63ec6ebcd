"""The block computes the whole net.

That is the output of the last layer: pick the hidden layer's from `get_internals()`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    return gluon.SymbolBlock(net(data), data, params=net.collect_params())
