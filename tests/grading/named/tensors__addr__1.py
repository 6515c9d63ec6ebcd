# mistake: Takes nd.dot of the two vectors, which is the inner product, not the outer one.
# named: inner-product
from mxnet import nd


def addr(m, vec1, vec2):
    return m + nd.dot(vec1, vec2)
