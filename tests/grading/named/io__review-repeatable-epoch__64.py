# mistake: Two mistakes: the flip on axis 2 of the (n, c, h, w) batch turns images upside down (right: the last axis), and the smaller last batch is dropped (right: it is kept).
# named: rest-discarded
import numpy as np
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    rng = np.random.RandomState(seed)
    x = images.asnumpy().astype("float32") / 255
    x = x.transpose(0, 3, 1, 2)
    y = labels.asnumpy()
    order = rng.permutation(len(x))
    mirror = rng.rand(len(x)) < 0.5

    result = []
    for b in range(len(x) // batch_size):
        index = order[b * batch_size:(b + 1) * batch_size]
        batch = x[index]
        flip = mirror[index]
        batch[flip] = batch[flip][:, :, ::-1]
        result.append((nd.array(batch), nd.array(y[index], dtype=y.dtype)))
    return result
