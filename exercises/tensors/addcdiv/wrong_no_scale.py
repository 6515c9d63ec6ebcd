"""The scale is left out.

`v` has no effect on your result: multiply the quotient by `v` before you add `t`, `t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    return t + t1 / t2
