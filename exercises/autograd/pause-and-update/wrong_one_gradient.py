"""The gradient is computed only once.

The gradient changes with `w`: record and call `backward` in each step.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    with autograd.record():
        y = x * w - 0.5 * w * w
    y.backward()
    for _ in range(steps):
        w += lr * w.grad
    return w
