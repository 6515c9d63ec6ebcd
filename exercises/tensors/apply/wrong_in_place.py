"""The argument is overwritten.

The values are right, but you wrote them into the caller's `x` (as `apply_` does): put them into a new array, such as
`x.copy()`.
"""


def apply_fn(x, fn):
    flat = x.reshape((-1,))
    for i in range(x.size):
        flat[i] = fn(flat[i].asscalar())
    return x
