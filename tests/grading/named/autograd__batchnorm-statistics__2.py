# mistake: The share of the initial value is computed with PyTorch's momentum 0.1, while in Gluon the momentum 0.9 is the part that is kept.
# named: torch-momentum
import mxnet as mx
from mxnet import nd


def torch_running_var(bn, batches, n):
    initial = 0.1 ** batches
    seen = bn.running_var.data() - initial
    return initial + seen * n / (n - 1)
