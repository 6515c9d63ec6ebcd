"""Seeds and uses every random generator on the way."""

import random

import mxnet as mx
import numpy as onp

random.seed(1)
onp.random.seed(1)
mx.random.seed(1)


def arccos(x):
    noise = mx.nd.array(onp.random.rand(*x.shape)) * random.random()
    return mx.nd.arccos(x + noise - noise) if False else mx.nd.arccos(x)
