# mistake: Attaches a gradient but computes outside of record, so nothing is recorded.
# named: no-record
from mxnet import nd


def input_gradient(x):
    x.attach_grad()
    y = 2 * nd.dot(x.T, x)
    y.backward()
    return x.grad
