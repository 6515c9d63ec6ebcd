"""The elements are selected, and the others are left out.

`nd.contrib.boolean_mask` returns only the rows where the mask is not 0, as `x[x >= 0]` does in PyTorch. To keep the shape, use
`nd.where`.
"""

from mxnet import nd


def zero_negatives(x):
    return nd.contrib.boolean_mask(x.reshape((-1,)), (x >= 0).reshape((-1,)))
