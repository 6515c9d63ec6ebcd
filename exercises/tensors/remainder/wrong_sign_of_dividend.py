"""The result has the sign of the wrong operand.

Your remainders have the sign of the element, which is `fmod`; for `torch.remainder`, `nd.modulo(x, d)` and `x % d` they have the sign of the divisor.
"""

from mxnet import nd


def remainder(x, d):
    return x - nd.trunc(x / d) * d
