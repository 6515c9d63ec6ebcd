"""There is one more, empty batch where all batches are full.

`n // batch_size + 1` counts a batch without images if `batch_size` divides n: use `range(0, n, batch_size)` or a DataLoader.
"""

import numpy as onp
from mxnet import nd


def epoch(images, labels, batch_size, seed):
    rng = onp.random.RandomState(seed)
    n = len(images)
    order = rng.permutation(n)
    pixels = images.asnumpy().transpose(0, 3, 1, 2).astype("float32") / 255
    flips = rng.rand(n) < 0.5
    pixels[flips] = pixels[flips][:, :, :, ::-1]
    ids = labels.asnumpy()
    batches = []
    for i in range(n // batch_size + 1):
        rows = order[i * batch_size : (i + 1) * batch_size]
        batches.append((nd.array(pixels[rows]), nd.array(ids[rows])))
    return batches
