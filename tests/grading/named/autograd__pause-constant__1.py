# mistake: Computes scale inside the recorded scope without pause or detach, so the gradient vanishes.
# named: recorded
from mxnet import autograd


def normalised_gradient(x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        scale = (x * x).sum()
        z = y / scale
    z.backward()
    return x.grad
