"""The array is repeated in one direction only.

You repeat only side by side; `tile` needs both counts, `x.tile((m, n))`, because a single count belongs to the last axis.
"""


def tile(x, m, n):
    return x.tile((n,))
