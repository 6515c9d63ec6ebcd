"""The Trainer gets only a part of the parameters.

Your Trainer has only the first layer, so the others are not trained: `net.collect_params()` has the parameters of all layers.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net[0].collect_params(), "sgd", {"learning_rate": lr})
