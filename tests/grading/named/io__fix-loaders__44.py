# mistake: (1) The training loader keeps the incomplete last batch (default 'keep'), a right answer passes last_batch='discard'; (2) the test loader is shuffled, a right answer reads it in its order.
# named: train-kept
from mxnet import gluon


def make_loaders(train, test, batch_size):
    loaders = [gluon.data.DataLoader(d, batch_size=batch_size, shuffle=True) for d in (train, test)]
    return loaders[0], loaders[1]
