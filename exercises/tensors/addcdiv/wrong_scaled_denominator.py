"""The scale divides instead of multiplying.

`v` ends up below the line: write `t + v * (t1 / t2)`, not `t1 / (v * t2)`.
"""


def addcdiv(t, v, t1, t2):
    return t + t1 / (v * t2)
