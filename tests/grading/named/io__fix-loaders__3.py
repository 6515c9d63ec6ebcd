# mistake: shuffle and sampler are given together, which a DataLoader refuses: it takes one of them only.
# named: loader-arguments
from mxnet.gluon.data import DataLoader, RandomSampler


def make_loaders(train, test, batch_size):
    order = RandomSampler(len(train))
    train_loader = DataLoader(
        train, batch_size=batch_size, shuffle=True, sampler=order, last_batch="discard"
    )
    test_loader = DataLoader(test, batch_size=batch_size, shuffle=False, last_batch="keep")
    return train_loader, test_loader
