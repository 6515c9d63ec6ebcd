"""Whole answer in NumPy semantics."""

from mxnet import autograd, np, npx

npx.set_np()


def input_gradient(x):
    x = np.array(x.asnumpy())
    x.attach_grad()
    with autograd.record():
        y = np.sum(x**3 + 2 * x)
    y.backward()
    return x.grad
