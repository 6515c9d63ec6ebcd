from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3 + 2 * x
    y.backward()
    return x.grad
