"""The Trainer gets only a part of the parameters.

Your Trainer holds the first layer alone, so the others never learn: `net.collect_params()` gathers all of them.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net[0].collect_params(), "sgd", {"learning_rate": lr})
