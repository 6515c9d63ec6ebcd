"""The learning rate is not handed on.

Your Trainer keeps MXNet's default rate of 0.01: hand `lr` over as `{'learning_rate': lr}`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd")
