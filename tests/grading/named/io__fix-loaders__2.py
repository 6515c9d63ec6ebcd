# mistake: last_batch="rollover" is left in, so the left-over items move to the next epoch instead of being dropped.
# named: rollover
from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="rollover")
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
