from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = x**2 + nd.sin(x)
    return autograd.grad(y, [x], head_grads=v)[0]
