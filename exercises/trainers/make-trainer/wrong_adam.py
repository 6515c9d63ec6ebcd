"""Another optimizer is used.

Plain SGD is asked for, and your Trainer uses Adam: name the optimizer `'sgd'`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "adam", {"learning_rate": lr})
