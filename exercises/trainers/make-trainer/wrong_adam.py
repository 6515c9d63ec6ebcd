"""Another optimizer is used.

The exercise asks for plain SGD, but your Trainer uses Adam: pass `'sgd'`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "adam", {"learning_rate": lr})
