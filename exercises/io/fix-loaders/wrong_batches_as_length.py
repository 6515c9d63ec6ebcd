"""The random order has the number of batches as its length.

A sampler draws the indices of items, not of batches: its length is that of `train`.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train) // batch_size)
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
