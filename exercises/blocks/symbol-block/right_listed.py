import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    data = mx.sym.var("data")
    internals = net(data).get_internals()
    names = [name for name in internals.list_outputs() if name.endswith("_relu_fwd_output")]
    features = gluon.SymbolBlock(internals[names[layer]], data, params=net.collect_params())
    features.hybridize()
    return features
