"""The gradients of all steps are added up.

With `grad_req='add'` the gradients of all steps add up, as in PyTorch without `zero_grad`: leave `grad_req` out, or write `w.grad[:] = 0` after each step.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad(grad_req="add")
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        w += lr * w.grad
    return w
