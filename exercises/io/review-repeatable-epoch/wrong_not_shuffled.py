"""The items come in the order of the dataset.

The DataLoader must draw the order: pass `shuffle=True`.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    onp.random.seed(seed)
    T = gluon.data.vision.transforms
    augmented = T.Compose([T.RandomFlipLeftRight(), T.ToTensor()])
    items = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(items, batch_size=batch_size))
