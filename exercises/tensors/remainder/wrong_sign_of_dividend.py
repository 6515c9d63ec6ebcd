"""The result has the sign of the wrong operand.

Your remainders have the sign of the element, which is `fmod`; `torch.remainder` follows the divisor, as `nd.modulo(x, d)` and `x % d` do.
"""

from mxnet import nd


def remainder(x, d):
    return x - nd.trunc(x / d) * d
