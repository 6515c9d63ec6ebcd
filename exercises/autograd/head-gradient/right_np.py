from mxnet import autograd, np


def vjp(x, v):
    x, v = x.as_np_ndarray(), v.as_np_ndarray()
    x.attach_grad()
    with autograd.record():
        y = x * x + np.sin(x)
    y.backward(out_grad=v)
    return x.grad
