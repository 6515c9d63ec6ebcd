"""The scale is in the denominator.

You divide by `v`: write `t + v * (t1 / t2)`, not `t1 / (v * t2)`.
"""


def addcdiv(t, v, t1, t2):
    return t + t1 / (v * t2)
