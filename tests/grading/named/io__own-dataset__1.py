# mistake: `nd.array([number])` makes a float32 array of shape (1,), so the labels of a batch are floats of shape (n, 1), not integers (n,).
# named: label-arrays, extra-dimension
import csv
import os

import mxnet as mx
import numpy as np
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
        return nd.array(signal), nd.array([self.classes.index(name)])


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
