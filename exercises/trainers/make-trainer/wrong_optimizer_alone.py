"""The result is the optimizer, not a Trainer.

`mx.optimizer.SGD` only knows the rule of the update: the Trainer brings it and the parameters together.
"""

import mxnet as mx


def make_trainer(net, lr):
    return mx.optimizer.SGD(learning_rate=lr)
