"""The second array has the mode of the caller.

Outside all scopes dropout is off, and inside `autograd.record()` it is on: compute the second array inside `with autograd.predict_mode():`.
"""

from mxnet import nd
def dropout_pair(x, p):
    return nd.Dropout(x, p=p, mode="always"), nd.Dropout(x, p=p)
