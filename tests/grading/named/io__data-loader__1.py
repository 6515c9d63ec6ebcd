# mistake: Uses torch's keyword drop_last, which Gluon's DataLoader does not know.
# named: drop-last, torch-argument
from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, drop_last=drop_last)
