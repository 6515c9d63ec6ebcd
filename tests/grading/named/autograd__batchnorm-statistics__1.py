# mistake: The factor n / (n - 1) is applied to the whole running variance, also to the share of the initial value 1, which it does not concern.
# named: start-scaled
import mxnet as mx
from mxnet import nd


def torch_running_var(bn, batches, n):
    return bn.running_var.data() * n / (n - 1)
