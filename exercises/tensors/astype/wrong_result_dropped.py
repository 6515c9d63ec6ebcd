"""The result of the cast is not used.

Your result is still the float32 array `x`: `x.astype(name)` does not change `x`, it returns a new array. Return that
one.
"""


def cast(x, name):
    x.astype(name)
    return x
