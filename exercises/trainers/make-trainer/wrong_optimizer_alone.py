"""The result is the optimizer, not a Trainer.

`mx.optimizer.SGD` only has the rule of the update: a Trainer applies it to the parameters.
"""

import mxnet as mx


def make_trainer(net, lr):
    return mx.optimizer.SGD(learning_rate=lr)
