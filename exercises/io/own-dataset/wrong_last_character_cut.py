"""The last line of the table loses a character.

`line[:-1]` removes the last character of each line, which is a part of the class where the file does not end with a newline:
use the `csv` module, `line.strip()` or `splitlines()`.
"""

import os

import numpy as onp
from mxnet import gluon


class Recordings(gluon.data.Dataset):
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "labels.csv")) as table:
            self.rows = [line[:-1].split(",") for line in table]
        self.classes = sorted({name for _, name in self.rows})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        file, name = self.rows[index]
        signal = onp.load(os.path.join(self.folder, file))
        return signal.astype("float32"), self.classes.index(name)


def make_loader(folder, batch_size, workers):
    return gluon.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
