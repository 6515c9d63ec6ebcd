from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = nd.square(x) + nd.sin(x)
    autograd.backward([y], [v])
    return x.grad
