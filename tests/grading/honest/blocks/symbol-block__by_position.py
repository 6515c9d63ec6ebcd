"""The output is found by its number among the internal results, and the parameters by their names."""

import mxnet as mx
from mxnet import gluon


def feature_extractor(net, layer):
    internals = net(mx.sym.Variable("data")).get_internals()
    relus = [name for name in internals.list_outputs() if "relu" in name]
    chosen = internals[relus[layer]]
    known = net.collect_params()
    wanted = gluon.ParameterDict()
    wanted.update({name: known[name] for name in chosen.list_inputs() if name != "data"})
    return gluon.SymbolBlock([chosen], [mx.sym.Variable("data")], params=wanted)
