"""The gradients come from a formula, not from autograd.

You differentiated on paper. Record the losses of each slice and call `backward`: this works for every model.
"""

from mxnet import nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    n, _ = x.shape
    for _ in range(steps):
        total = nd.zeros_like(w)
        for begin in range(0, n, size):
            part = slice(begin, begin + size)
            errors = nd.dot(x[part], w) - y[part]
            total += 2 * nd.dot(errors, x[part])
        w -= lr / n * total
    return w
