"""The images of the batches are still `uint8`.

An image becomes float32 (c, h, w) with values in [0, 1]: put `ToTensor` after the flip.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    onp.random.seed(seed)
    T = gluon.data.vision.transforms
    augmented = T.RandomFlipLeftRight()
    items = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(items, batch_size=batch_size, shuffle=True))
