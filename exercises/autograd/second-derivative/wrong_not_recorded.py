"""The gradient was not recorded.

The computation of the gradient is not in the graph: pass `create_graph=True` to `autograd.grad`, and call it inside `record()`.
"""

from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
        g = autograd.grad(y, [x])[0]
    g.backward()
    return x.grad
