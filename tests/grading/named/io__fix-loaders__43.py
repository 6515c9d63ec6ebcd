# mistake: The sampler draws only from the first len(train) - len(train) % batch_size items, so the items at the end are never seen in any pass; right is RandomSampler(len(train)) with last_batch='discard'.
# named: rest-never-drawn
from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    used = len(train) - len(train) % batch_size
    order = RandomSampler(used)
    train_loader = DataLoader(train, batch_size=batch_size, sampler=order, last_batch="discard")
    test_loader = DataLoader(test, batch_size=batch_size, last_batch="keep")
    return train_loader, test_loader
