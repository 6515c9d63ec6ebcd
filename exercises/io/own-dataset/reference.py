import csv
import os

import numpy as np
import torch


class Recordings(torch.utils.data.Dataset):
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
        return torch.from_numpy(signal).float(), self.classes.index(name)


def make_loader(folder, batch_size, workers):
    return torch.utils.data.DataLoader(Recordings(folder), batch_size=batch_size, num_workers=workers)
