"""The last items of `train` are never drawn.

A pass may leave out items, but other ones each time: draw the order from all items of `train`, and let `last_batch`
drop the rest.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train) // batch_size * batch_size)
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
