# mistake: An item is a list and not a tuple, and Gluon's default batchify takes only tuples apart, so making a batch fails; right: return a tuple.
# named: dict-items
import csv
import os

import numpy as np
from mxnet import gluon


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "labels.csv")) as file:
            self.rows = list(csv.reader(file))
        self.classes = sorted(set(name for _, name in self.rows))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        file, name = self.rows[index]
        signal = np.load(os.path.join(self.folder, file)).astype(np.float32)
        return [signal, self.classes.index(name)]


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
