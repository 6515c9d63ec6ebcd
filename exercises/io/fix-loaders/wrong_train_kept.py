"""The training passes end with a smaller batch.

The reference drops the last batch of `train`.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order)
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
