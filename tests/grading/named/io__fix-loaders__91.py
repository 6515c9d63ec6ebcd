# mistake: The training loader keeps last_batch="rollover", so the rest of an epoch is put before the next one instead of being dropped.
# named: rollover
from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="rollover")
    test_loader = DataLoader(test, batch_size=batch_size, last_batch="keep")
    return train_loader, test_loader
