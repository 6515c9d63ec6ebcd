# mistake: Leaves out create_graph=True in autograd.grad, so the first derivative is not recorded and cannot be differentiated.
# named: not-recorded
from mxnet import autograd


def second_derivative(f, x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = f(x)
        g = autograd.grad(y, x)[0]
    g.backward()
    return x.grad
