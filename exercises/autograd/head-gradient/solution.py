from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward(v)
    return x.grad
