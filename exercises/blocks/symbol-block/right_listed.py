import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    names = list(filter(lambda name: name.endswith("_relu_fwd_output"), internals.list_outputs()))
    return gluon.SymbolBlock(internals[names[layer]], data, params=net.collect_params())
