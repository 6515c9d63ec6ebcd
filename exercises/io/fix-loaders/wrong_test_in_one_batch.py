"""The test comes in one batch.

The batches of the test have the size `batch_size`, too; only the last one may be smaller.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=len(test))
    return train_loader, test_loader
