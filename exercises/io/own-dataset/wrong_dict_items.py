"""An item is a dict or a list, not a tuple.

PyTorch makes batches of dicts and of lists. Gluon makes a batch of each part only if an item is a tuple: return a tuple of the signal and the class.
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
        return {"signal": signal.astype("float32"), "label": self.classes.index(name)}


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
