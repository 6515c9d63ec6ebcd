"""A second call with the same `x` adds its gradient to that of the first call.

With `grad_req='add'` `x.grad` keeps the old gradient. Attach a gradient in each call, with the default `'write'`.
"""

from mxnet import autograd


def second_derivative(f, x):
    if x.grad is None:
        x.attach_grad(grad_req="add")
    with autograd.record():
        y = f(x)
        g = autograd.grad(y, [x], create_graph=True)[0]
    g.backward()
    return x.grad
