"""A generator with islice, and a fallback by `or`."""

from itertools import islice

import mxnet as mx


def gpus():
    for i in range(mx.context.num_gpus()):
        yield mx.gpu(i)


def pick_devices(limit):
    return list(islice(gpus(), limit)) or [mx.cpu(0)]
