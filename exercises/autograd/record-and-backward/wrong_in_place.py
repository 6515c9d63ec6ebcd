"""An array is changed in place while it is recorded.

`+=` overwrites an array of the graph, which is an error while MXNet records: write `y = y + 2 * x`.
"""

from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3
        y += 2 * x
    y.backward()
    return x.grad
