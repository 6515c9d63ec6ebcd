# mistake: without GPUs it returns a Context, not a list with a Context
# named: not-a-list
import mxnet as mx
from mxnet import nd


def pick_devices(limit):
    count = mx.context.num_gpus()
    if count == 0:
        return mx.cpu()
    return [mx.gpu(i) for i in range(min(count, limit))]
