"""The option has PyTorch's name.

In MXNet's optimizers the name is `learning_rate`, not `lr`.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"lr": lr})
