from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    last = {True: "discard", False: None}[drop_last]
    return gluon.data.DataLoader(dataset, batch_size, last_batch=last, num_workers=1)
