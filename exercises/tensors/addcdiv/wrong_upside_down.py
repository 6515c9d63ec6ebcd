"""The quotient is inverted.

Numerator and denominator are exchanged: it is `t1 / t2`, so `t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    return t + v * (t2 / t1)
