"""The result is a NumPy array, not an MXNet array.

You return a plain NumPy array, not an MXNet one: use `x.copy()`, which stays an NDArray on its device.
"""


def copy(x):
    return x.asnumpy().copy()
