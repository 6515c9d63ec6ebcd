"""The parameters of batch norm are left out.

`gamma` and `beta` of `BatchNorm` are trained too: give the Trainer all of `net.collect_params()`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(".*weight|.*bias"), "sgd", {"learning_rate": lr})
