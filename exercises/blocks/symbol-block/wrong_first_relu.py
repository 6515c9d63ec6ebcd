"""The result is always the output of the first hidden layer.

You use the first relu for every `layer`: choose the relu of `net[layer]`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    return gluon.SymbolBlock(internals[net[0].name + "_relu_fwd_output"], data, params=net.collect_params())
