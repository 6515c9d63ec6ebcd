from mxnet import gluon


def make_loaders(train, test, batch_size):
    train_loader = gluon.data.DataLoader(train, batch_size, shuffle=True, last_batch="discard")
    return train_loader, gluon.data.DataLoader(test, batch_size)
