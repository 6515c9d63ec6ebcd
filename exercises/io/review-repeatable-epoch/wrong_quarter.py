"""The images are mirrored with another probability than 1/2.

`RandomFlipLeftRight` mirrors with probability 1/2. With draws of your own, compare a number between 0 and 1 with 0.5.
"""

import numpy as onp
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    rng = onp.random.RandomState(seed)
    order = rng.permutation(len(images))
    batches = []
    for start in range(0, len(order), batch_size):
        index = order[start : start + batch_size]
        data = images.asnumpy()[index].astype("float32") / 255
        for i in range(len(data)):
            if rng.rand() < 0.25:
                data[i] = data[i, :, ::-1].copy()
        batches.append((nd.array(data.transpose(0, 3, 1, 2)), nd.array(labels.asnumpy()[index])))
    return batches
