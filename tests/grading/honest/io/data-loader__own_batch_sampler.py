"""A list of lists as batch sampler."""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    indices = list(range(len(dataset)))
    batches = [indices[i : i + batch_size] for i in indices[::batch_size]]
    if drop_last and batches and len(batches[-1]) < batch_size:
        del batches[-1]
    return gluon.data.DataLoader(dataset, batch_sampler=batches)
