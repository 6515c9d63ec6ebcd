# mistake: Writes v into x.grad before backward in the belief that this supplies the head gradient, but backward overwrites it and uses ones.
# named: ones
from mxnet import autograd, nd


def vjp(x, v):
    x = x.copy()
    x.attach_grad()
    x.grad[:] = v
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward()
    return x.grad
