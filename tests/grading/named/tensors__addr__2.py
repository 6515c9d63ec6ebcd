# mistake: Leaves a closing parenthesis out, a syntax error.
# named: syntax
from mxnet import nd


def addr(m, vec1, vec2):
    return m + nd.dot(vec1.reshape((-1, 1)), vec2.reshape((1, -1))
