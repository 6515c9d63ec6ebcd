"""The gradient comes from a formula, not from autograd.

You differentiated on paper. Record the loss and call `backward`: this works for every model.
"""

from mxnet import nd


def mean_square_grad(w, x, t):
    return 2 * nd.dot(nd.dot(x, w) - t, x) / len(t)
