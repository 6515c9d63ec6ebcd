# mistake: Uses torch's keyword gradient= in backward, where MXNet's argument is called out_grad.
# named: torch-keyword, head-gradient-name
from mxnet import autograd, nd


def vjp(x, v):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward(gradient=v)
    return x.grad
