import mxnet as mx
from mxnet import npx


def pick_devices(limit):
    if not npx.num_gpus():
        return [mx.cpu()]
    return [npx.gpu(i) for i in range(npx.num_gpus())][:limit]
