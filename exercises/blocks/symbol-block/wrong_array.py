"""The net is called with an array.

If you call a net with an array, it returns an array, which has no internals: call it with `mx.sym.var('data')`.
"""

import mxnet as mx
from mxnet import gluon, nd


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(nd.ones((1, net[0].weight.shape[1]))).get_internals()
    return gluon.SymbolBlock(internals[net[layer].name + "_relu_fwd_output"], data, params=net.collect_params())
