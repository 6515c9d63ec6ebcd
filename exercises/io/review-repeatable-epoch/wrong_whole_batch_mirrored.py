"""All images of a batch are mirrored, or none.

The reference decides for each image on its own.
"""

import numpy as np

import mxnet as mx
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    rng = np.random.RandomState(seed)
    order = rng.permutation(len(images))
    batches = []
    for start in range(0, len(order), batch_size):
        index = nd.array(order[start : start + batch_size], dtype="int32")
        data = nd.take(images, index)
        if rng.rand() < 0.5:
            data = nd.flip(data, axis=2)
        data = data.transpose((0, 3, 1, 2)).astype("float32") / 255
        batches.append((data, nd.take(labels, index)))
    return batches
