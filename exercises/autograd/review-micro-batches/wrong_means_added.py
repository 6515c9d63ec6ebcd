"""The means of the slices are added.

The sum of the means of the slices is too large: add the sums, and divide by the number of all samples once.
"""

from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad(grad_req="add")
    for _ in range(steps):
        for begin in range(0, len(x), size):
            part = slice(begin, begin + size)
            with autograd.record():
                loss = nd.square(nd.dot(x[part], w) - y[part]).mean()
            loss.backward()
        w -= lr * w.grad
        w.grad[:] = 0
    return w.detach()
