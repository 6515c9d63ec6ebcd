# mistake: nd.array without a dtype makes the class numbers float32, so the labels of a batch are not integers.
# named: float-labels
import csv
import os

import mxnet as mx
import numpy as np
from mxnet import nd


def make_loader(folder, batch_size, workers):
    with open(os.path.join(folder, "labels.csv")) as file:
        rows = list(csv.reader(file))
    classes = sorted({name for _, name in rows})
    files = [os.path.join(folder, file) for file, _ in rows]
    labels = nd.array([classes.index(name) for _, name in rows])

    def read(file, label):
        return np.load(file).astype("float32"), label

    dataset = mx.gluon.data.ArrayDataset(files, labels).transform(read)
    return mx.gluon.data.DataLoader(dataset, batch_size=batch_size, num_workers=workers)
