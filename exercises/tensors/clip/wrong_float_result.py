"""Integers are converted to float32.

Your result is float32 for integers too; `nd.clip` keeps the dtype, so leave the conversion out.
"""

from mxnet import nd


def clip(x, lo, hi):
    return nd.clip(x.astype("float32"), lo, hi)
