# mistake: Calls nd.FullyConnected without the required num_hidden.
# named: missing-argument
from mxnet import nd


def linear(x, w, b):
    return nd.FullyConnected(x, w, b)
