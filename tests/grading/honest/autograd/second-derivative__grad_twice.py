"""autograd.grad with create_graph."""

from mxnet import autograd


def second_derivative(f, x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        first = autograd.grad(f(x), x, create_graph=True, retain_graph=True)[0]
    first.backward()
    return x.grad
