# mistake: Looks for ones in the top module: mx.ones does not exist.
# named: name-elsewhere
import mxnet as mx


def make_ones(rows, cols):
    return mx.ones((rows, cols))
