"""The Block has copies of the parameters.

The copies do not change when `net` is trained: share the parameters with `params=net.collect_params()`.
"""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    features = gluon.SymbolBlock(internals[net[layer].name + "_relu_fwd_output"], data)
    for name, parameter in features.collect_params().items():
        values = net.collect_params()[name].data()
        parameter.shape = values.shape
        parameter.initialize()
        parameter.set_data(values)
    return features
