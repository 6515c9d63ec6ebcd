from mxnet import autograd


def input_gradient(x):
    x = x.as_np_ndarray()
    x.attach_grad()
    with autograd.record():
        y = (x**3 + 2 * x).sum()
    y.backward()
    return x.grad
