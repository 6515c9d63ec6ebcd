"""Each number of a class is an array of one element.

`nd.array([number])` has the shape (1,) and is float32, so the labels of a batch have the shape (n, 1): return the number itself.
"""

import csv
import os

import numpy as np
import mxnet as mx
from mxnet import gluon, nd


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "labels.csv")) as file:
            self.rows = list(csv.reader(file))
        self.classes = sorted({name for _, name in self.rows})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        file, name = self.rows[index]
        signal = np.load(os.path.join(self.folder, file))
        return nd.array(signal, dtype="float32"), nd.array([self.classes.index(name)])


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
