# mistake: Returns a flat vector and forgets to bring back the shape of x.
# named: flat
from mxnet import nd


def apply_fn(x, fn):
    return nd.array([fn(float(v)) for v in x.asnumpy().ravel()])
