import mxnet as mx
import numpy as onp
from mxnet import gluon, nd


def epoch(images, labels, batch_size, seed):
    for library in (mx, onp):
        library.random.seed(seed)

    def change(image, label):
        return nd.image.to_tensor(nd.image.random_flip_left_right(image)), label

    items = gluon.data.SimpleDataset(list(zip(images, labels.asnumpy()))).transform(change)
    order = gluon.data.RandomSampler(len(images))
    return list(gluon.data.DataLoader(items, batch_size, sampler=order))
