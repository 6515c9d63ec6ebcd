# mistake: Gluon's DataLoader has no argument drop_last and raises a TypeError; the argument is last_batch='keep' (the default).
# named: drop-last
import csv
import os

import numpy as np
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
        signal = np.load(os.path.join(self.folder, file)).astype(np.float32)
        return signal, self.classes.index(name)


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, shuffle=False, drop_last=False, num_workers=workers)
