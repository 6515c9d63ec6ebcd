"""The rest is dropped in the test, and kept in the training.

Exchange them: training drops the items that do not fill a batch, testing leaves nothing out.
"""

from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="keep")
    test_loader = DataLoader(test, batch_size=batch_size, last_batch="discard")
    return train_loader, test_loader
