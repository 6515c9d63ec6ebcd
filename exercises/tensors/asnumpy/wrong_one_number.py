"""The method is for arrays with one number.

`x.asscalar()` is for an array with exactly one element, like `x.item()` in PyTorch. For a whole array call
`x.asnumpy()`.
"""


def to_numpy(x):
    return x.asscalar()
