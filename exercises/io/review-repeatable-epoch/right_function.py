import numpy as onp
from mxnet import gluon, nd


def epoch(images, labels, batch_size, seed):
    onp.random.seed(seed)

    def change(image, label):
        if onp.random.randint(2):
            image = nd.flip(image, axis=1)
        return image.transpose((2, 0, 1)).astype("float32") / 255, label

    items = gluon.data.SimpleDataset(list(zip(images, labels.asnumpy()))).transform(change)
    order = gluon.data.RandomSampler(len(images))
    return list(gluon.data.DataLoader(items, batch_size, sampler=order))
