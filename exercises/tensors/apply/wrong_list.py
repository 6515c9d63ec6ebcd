"""The result is a list of Python numbers.

You return a Python list: make an array from it, `nd.array(numbers).reshape(x.shape)`.
"""


def apply_fn(x, fn):
    return [fn(v) for v in x.asnumpy().ravel().tolist()]
