# mistake: nd.array makes float32 of the numpy values, so large integers and float64 values are rounded on the way
# named: through-float32
import mxnet as mx
from mxnet import nd


def copy_into(src, dst):
    values = src.asnumpy()
    dst[:] = nd.array(values, ctx=dst.context)
    return dst
