"""The gradient was not recorded.

Nothing leads from the gradient back to `x`: pass `create_graph=True` to `autograd.grad`, and call it inside `record()`.
"""

from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
        g = autograd.grad(y, [x])[0]
    g.backward()
    return x.grad
