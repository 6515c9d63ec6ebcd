"""The parameters are not passed.

Without `params=` the Block has new parameters without values: pass `net.collect_params()`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    return gluon.SymbolBlock(internals[net[layer].name + "_relu_fwd_output"], data)
