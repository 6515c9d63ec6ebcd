"""The batches come in a random order, and each has the same items in every epoch.

Draw the order of the items before you make batches of them: pass `shuffle=True` to the DataLoader.
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
    batches = list(gluon.data.DataLoader(items, batch_size=batch_size))
    return [batches[i] for i in onp.random.permutation(len(batches))]
