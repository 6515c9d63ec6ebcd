"""A closure that steps, and a loop over a range of steps."""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w = w.copy()
    w.attach_grad()

    def step():
        with autograd.record():
            gain = (x * w - 0.5 * w * w).sum()
        gain.backward()
        w[:] += lr * w.grad

    for _ in range(steps):
        step()
    return w
