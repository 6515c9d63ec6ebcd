"""The training items come in the same order in each pass.

The reference shuffles them: draw an order of the right length, or pass `shuffle=True`.
"""

from mxnet.gluon.data import DataLoader, SequentialSampler


def make_loaders(train, test, batch_size):
    order = SequentialSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
