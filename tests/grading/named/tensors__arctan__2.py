# mistake: Goes through arcsin(x / sqrt(1 + x^2)), whose square overflows for very large values.
# named: through-sine
from mxnet import nd


def arctan(x):
    return nd.arcsin(x / nd.sqrt(1 + x * x))
