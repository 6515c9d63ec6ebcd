import mxnet as mx
from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), mx.optimizer.SGD(learning_rate=lr))
