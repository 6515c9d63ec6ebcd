"""The counts are exchanged.

The first count is for copies below each other, the second for copies side by side: `x.tile((m, n))`, not `(n, m)`.
"""


def tile(x, m, n):
    return x.tile((n, m))
