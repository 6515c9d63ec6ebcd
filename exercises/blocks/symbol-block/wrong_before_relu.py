"""The activations are taken before the relu.

These are the layer's outputs before the relu: the output after it has the name that ends in `_relu_fwd_output`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    return gluon.SymbolBlock(internals[net[layer].name + "_fwd_output"], data, params=net.collect_params())
