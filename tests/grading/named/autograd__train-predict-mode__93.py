# mistake: set_training(False) is never undone, so after a call inside record() the caller's scope is left in predict mode
# named: mode-left-set
import mxnet as mx
from mxnet import autograd, nd


def dropout_pair(x, p):
    pair = []
    for training in (True, False):
        autograd.set_training(training)
        pair.append(nd.Dropout(x, p=p))
    return tuple(pair)
