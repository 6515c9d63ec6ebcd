"""The learning rate is not passed.

Your Trainer has MXNet's default rate of 0.01: pass `lr` as `{'learning_rate': lr}`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd")
