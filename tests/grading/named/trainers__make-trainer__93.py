# mistake: collects the parameters of the direct layers only, so the layers of a nested block are not trained
# named: direct-layers
import mxnet as mx
from mxnet import gluon, nd


def make_trainer(net, lr):
    params = []
    for i in range(len(net)):
        params.extend(net[i].params.values())
    return gluon.Trainer(params, 'sgd', {'learning_rate': lr})
