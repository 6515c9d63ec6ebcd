"""The update is recorded.

MXNet raises an error if you assign to `w` while it records: put the update inside `with autograd.pause():`, or after the `record` scope.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
            y.backward()
            w += lr * w.grad
    return w
