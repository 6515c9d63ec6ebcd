# mistake: Forgets the return statement, so the function gives None.
# named: missing-return
from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = (x**3 + 2 * x).sum()
    y.backward()
    x.grad
