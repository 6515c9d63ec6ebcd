"""The step goes down the gradient, not up.

You subtract the gradient, as in descent; ascent adds it.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        w -= lr * w.grad
    return w
