"""The result is a view of the same memory.

Your result shares its memory with `x`, as `x` itself, `x[:]`, `x.detach()`, `x.reshape(...)` and `x.as_np_ndarray()`
do: writing to one changes the other. `x.copy()` has its own memory.
"""


def copy(x):
    return x[:]
