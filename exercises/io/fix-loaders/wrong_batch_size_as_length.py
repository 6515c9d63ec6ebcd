"""The random order has the length of one batch.

A sampler draws the indices of all items: its length is that of `train`, and `batch_size` cuts it into batches.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(batch_size)
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
