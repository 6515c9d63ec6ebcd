"""The training items come in the same order in each pass.

Each pass needs a new order: a `RandomSampler` draws one per pass, and a list that is made from it is fixed. Pass the sampler
itself, with the right length, or `shuffle=True`.
"""

from mxnet.gluon.data import DataLoader, SequentialSampler


def make_loaders(train, test, batch_size):
    order = SequentialSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
