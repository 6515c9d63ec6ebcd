"""The result of the cast is thrown away.

Your result still is the float32 array `x`: `x.astype(name)` does not change `x`, it returns a new array. Return that
one.
"""


def cast(x, name):
    x.astype(name)
    return x
