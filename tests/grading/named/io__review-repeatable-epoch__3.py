# mistake: One random number decides for the whole batch, so either all its images are mirrored or none.
# named: whole-batch-mirrored
import mxnet as mx
import numpy as np
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    rng = np.random.RandomState(seed)
    order = rng.permutation(images.shape[0])
    batches = []
    for start in range(0, len(order), batch_size):
        index = nd.array(order[start:start + batch_size], dtype="int32")
        data = nd.take(images, index).astype("float32") / 255
        if rng.rand() < 0.5:
            data = nd.flip(data, axis=2)
        data = data.transpose((0, 3, 1, 2))
        batches.append((data, nd.take(labels, index)))
    return batches
