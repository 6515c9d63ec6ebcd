"""The mode is set and stays set after the call.

`set_training` changes the mode of the caller's scope as well, and nothing sets it back. The scopes `train_mode()` and `predict_mode()` end with their block.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    autograd.set_training(True)
    a = nd.Dropout(x, p=p)
    autograd.set_training(False)
    return a, nd.Dropout(x, p=p)
