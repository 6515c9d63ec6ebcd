"""The first argument is overwritten.

The values are right, but `+=` on an MXNet array writes into the caller's `t`: make a new one with
`t + v * (t1 / t2)`.
"""


def addcdiv(t, v, t1, t2):
    t += v * (t1 / t2)
    return t
