"""The items of the test are shuffled.

The reference tests in the order of the dataset.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size, shuffle=True)
    return train_loader, test_loader
