"""The last batch of the training is left out, also if it is full.

Only items that do not fill a batch are dropped: pass `last_batch='discard'`, or test the length of the batch.
"""

from mxnet.gluon.data import BatchSampler, DataLoader, RandomSampler


class Batches:
    def __init__(self, n, size):
        self.n, self.size = n, size

    def __iter__(self):
        order = list(RandomSampler(self.n))
        batches = [order[i : i + self.size] for i in range(0, self.n, self.size)]
        return iter(batches[:-1])

    def __len__(self):
        return self.n // self.size


def make_loaders(train, test, batch_size):
    train_loader = DataLoader(train, batch_sampler=Batches(len(train), batch_size))
    return train_loader, DataLoader(test, batch_size=batch_size)
