"""The dtype is given as the second argument.

The second argument of `nd.zeros` is the context, and the third is the dtype: pass it by name, `dtype='float32'`, or leave it
out, because float32 is the default.
"""

from mxnet import nd


def make_zeros(rows, cols):
    return nd.zeros((rows, cols), "float32")
