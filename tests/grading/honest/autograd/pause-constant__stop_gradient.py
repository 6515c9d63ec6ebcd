"""BlockGrad in a nested function."""

from mxnet import autograd, nd


def normalised_gradient(x):
    def quotient():
        y = nd.square(x).sum()
        return y / nd.BlockGrad(y)

    x = x.copy()
    x.attach_grad()
    with autograd.record(train_mode=True):
        q = quotient()
    q.backward()
    return x.grad
