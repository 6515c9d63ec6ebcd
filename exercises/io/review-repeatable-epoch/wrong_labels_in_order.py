"""The labels keep the order of the dataset.

Shuffle pairs, not the images alone: put both into one dataset.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    onp.random.seed(seed)
    T = gluon.data.vision.transforms
    augmented = T.Compose([T.RandomFlipLeftRight(), T.ToTensor()])
    items = gluon.data.SimpleDataset(list(images)).transform(augmented)
    data = gluon.data.DataLoader(items, batch_size=batch_size, shuffle=True)
    return list(zip(data, gluon.data.DataLoader(labels, batch_size=batch_size)))
