"""An Optimizer object, and the parameters as a list."""

import mxnet as mx


def make_trainer(net, lr):
    optimizer = mx.optimizer.SGD(learning_rate=lr, momentum=0.0)
    return mx.gluon.Trainer(list(net.collect_params().values()), optimizer)
