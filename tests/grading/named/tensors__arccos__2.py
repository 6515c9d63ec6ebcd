# mistake: Takes the reciprocal of the cosine for its inverse function.
# named: reciprocal
from mxnet import nd


def arccos(x):
    return 1 / nd.cos(x)
