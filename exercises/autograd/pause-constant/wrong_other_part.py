"""The other part is kept out of the graph.

You kept the numerator constant and differentiated the scale, which turns the sign round: cut off `scale`.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        with autograd.pause():
            y = (x * x).sum()
        scale = (x * x).sum()
        loss = y / scale
    loss.backward()
    return x.grad
