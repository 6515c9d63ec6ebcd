"""The two branches are exchanged.

Where the condition is true the result has the second argument of `nd.where`, else the third: the negative elements are kept
here and the others are lost. Exchange the two.
"""

from mxnet import nd


def zero_negatives(x):
    return nd.where(x < 0, x, nd.zeros_like(x))
