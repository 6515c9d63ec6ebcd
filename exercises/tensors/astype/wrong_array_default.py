"""The result has the default dtype of `nd.array`.

The numbers are cast, but the result is float32 again: `nd.array` makes float32 of a NumPy array unless told. Use
`x.astype(name)`, or pass `dtype=name`.
"""

from mxnet import nd


def cast(x, name):
    return nd.array(x.asnumpy().astype(name))
