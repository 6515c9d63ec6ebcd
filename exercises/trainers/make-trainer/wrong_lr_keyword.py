"""The option has PyTorch's name.

MXNet's optimizers call it `learning_rate`, not `lr`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"lr": lr})
