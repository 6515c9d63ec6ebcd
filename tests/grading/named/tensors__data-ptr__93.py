# mistake: adding 1 does not change float values of 2**24 and more, so shared memory is reported as separate for large numbers
# named: one-added
import numpy
import mxnet as mx
from mxnet import nd


def same_memory(a, b):
    saved_a = a.asnumpy()
    saved_b = b.asnumpy()
    a[:] = a + 1
    changed = not numpy.array_equal(b.asnumpy(), saved_b)
    a[:] = saved_a
    return bool(changed)
