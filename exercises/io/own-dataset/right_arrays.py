import os

import numpy as onp
from mxnet import gluon, nd


class Recordings:
    def __init__(self, folder):
        with open(os.path.join(folder, "labels.csv")) as table:
            rows = [line.split(",") for line in table.read().splitlines()]
        self.paths = [os.path.join(folder, name) for name, _ in rows]
        number = {name: i for i, name in enumerate(sorted({name for _, name in rows}))}
        self.labels = [number[name] for _, name in rows]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return nd.array(onp.load(self.paths[index])), self.labels[index]


def make_loader(folder, batch_size, workers):
    dataset = Recordings(folder)
    sampler = gluon.data.SequentialSampler(len(dataset))
    batches = gluon.data.BatchSampler(sampler, batch_size)
    return gluon.data.DataLoader(dataset, batch_sampler=batches, num_workers=workers)
