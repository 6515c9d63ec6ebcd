"""The numbers of the classes are float32.

`nd.array` of a list is float32: pass `dtype='int32'`, or leave the batches to the loader.
"""

import csv
import os

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
        signal = np.load(os.path.join(self.folder, file)).astype("float32")
        return signal, self.classes.index(name)


def batchify(samples):
    signals, labels = zip(*samples)
    return [nd.array(np.stack(signals)), nd.array(labels)]


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(
        Recordings(folder), batch_size=batch_size, num_workers=workers, batchify_fn=batchify)
