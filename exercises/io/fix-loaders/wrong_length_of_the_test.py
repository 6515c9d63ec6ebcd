"""The loader for training gives only as many items as the other dataset has.

The loader reads `train`, and the length of its order is that of `train`. Gluon's sampler takes a length, not the data, so
a wrong one is not noticed.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(test))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
