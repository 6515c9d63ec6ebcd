# mistake: Uses autograd.no_grad(), torch's name, which does not exist in mxnet.autograd.
# named: no-grad, torch-name
from mxnet import autograd


def normalised_gradient(x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        with autograd.no_grad():
            scale = (x * x).sum()
        z = y / scale
    z.backward()
    return x.grad
