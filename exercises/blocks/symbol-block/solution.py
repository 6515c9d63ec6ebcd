import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    output = internals[net[layer].name + "_relu_fwd_output"]
    return gluon.SymbolBlock(output, data, params=net.collect_params())
