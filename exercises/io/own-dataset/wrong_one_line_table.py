"""A table of one line is not read as a table.

`loadtxt` returns an array with one axis if the table has only one line, so the loop reads the name of the file letter by letter. Pass `ndmin=2`, or read the table with
the module `csv`.
"""

import os

import numpy as onp
from mxnet import gluon


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        self.files, names = onp.loadtxt(os.path.join(folder, "labels.csv"), dtype=str, delimiter=",").T
        self.labels = onp.unique(names, return_inverse=True)[1]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        signal = onp.load(os.path.join(self.folder, self.files[index]))
        return signal.astype("float32"), int(self.labels[index])


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
