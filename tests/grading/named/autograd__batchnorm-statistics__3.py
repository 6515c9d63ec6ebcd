# mistake: bn.running_var is a Parameter and no array, so the arithmetic needs bn.running_var.data().
# named: parameter
import mxnet as mx
from mxnet import nd


def torch_running_var(bn, batches, n):
    initial = 0.9 ** batches
    return (bn.running_var - initial) * (n / (n - 1)) + initial
