"""The counts are exchanged.

The first count goes down, the second across: `x.tile((m, n))`, not `(n, m)`.
"""


def repeat(x, m, n):
    return x.tile((n, m))
