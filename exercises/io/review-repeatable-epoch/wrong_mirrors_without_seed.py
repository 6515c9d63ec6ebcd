"""Each seed mirrors the same images, or the same places of the epoch.

Draw for each image whether it is mirrored, from a generator that gets `seed`. The random transforms draw from MXNet's generator.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon


def epoch(images, labels, batch_size, seed):
    mx.random.seed(0)
    onp.random.seed(seed)
    T = gluon.data.vision.transforms
    augmented = T.Compose([T.RandomFlipLeftRight(), T.ToTensor()])
    items = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(items, batch_size=batch_size, shuffle=True))
