# mistake: Cuts the quotient off with trunc, so the result has the sign of the element instead of d.
# named: sign-of-dividend
from mxnet import nd


def remainder(x, d):
    return x - nd.trunc(x / d) * d
