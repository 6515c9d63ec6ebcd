# mistake: Calls backward on y twice, which gives the first derivative again instead of the second.
# named: first-only
from mxnet import autograd


def second_derivative(f, x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = f(x)
    y.backward(retain_graph=True)
    y.backward()
    return x.grad
