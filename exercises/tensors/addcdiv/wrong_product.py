"""The result has a product, not a quotient.

You multiply `t1` by `t2` (that is `torch.addcmul`); this one divides: `t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    return t + v * (t1 * t2)
