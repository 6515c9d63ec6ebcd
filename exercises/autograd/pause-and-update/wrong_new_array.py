"""The update makes a new array, which has no gradient.

`w = w + ...` makes a new array without a gradient, so the second step fails: write `w += ...`, or call `attach_grad` in each step.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        w = w + lr * w.grad
    return w
