"""The scale is applied to `t` too.

`v` must scale only the quotient, not `t`: put parentheses around the quotient, `t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    return v * (t + t1 / t2)
