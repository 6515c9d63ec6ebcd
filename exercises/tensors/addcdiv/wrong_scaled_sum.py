"""The scale reaches `t` as well.

`v` scales the quotient only, not `t`: put the parentheses round the quotient, `t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    return v * (t + t1 / t2)
