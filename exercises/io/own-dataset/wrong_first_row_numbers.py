"""The number of a class is the number of its first row in the table.

The numbers go from 0 to the number of classes - 1: sort the different names, and take the place of the name in this list.
"""

import csv
import os

import numpy as onp
from mxnet import gluon


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
        signal = onp.load(os.path.join(self.folder, file))
        return signal.astype("float32"), [kind for _, kind in self.rows].index(name)


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
