# mistake: The sampler still has the length of test, so the training sees only some of its items.
# named: length-of-the-test
from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(test))
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size, last_batch="keep")
    return train_loader, test_loader
