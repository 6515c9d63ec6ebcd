# mistake: The random flip is applied to the whole batch, which mirrors all its images or none; it must be applied to each image alone, for example with transform_first.
# named: batch-as-image
import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon.data.vision import transforms as T


def epoch(images, labels, batch_size, seed):
    np.random.seed(seed)
    mx.random.seed(seed)
    flip = T.RandomFlipLeftRight()
    to_tensor = T.ToTensor()
    dataset = gluon.data.ArrayDataset(images, labels)
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=True, last_batch="keep")
    return [(to_tensor(flip(data)), label) for data, label in loader]
