"""The array is broadcast, not reshaped.

Broadcasting repeats elements along dimensions of length 1; it does not reshape. Use `x.reshape_like(y)`.
"""


def reshape_like(x, y):
    return x.broadcast_like(y)
