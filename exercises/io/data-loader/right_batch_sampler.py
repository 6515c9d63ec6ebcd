from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    order = gluon.data.SequentialSampler(len(dataset))
    batches = gluon.data.BatchSampler(order, batch_size, "discard" if drop_last else "keep")
    return gluon.data.DataLoader(dataset, batch_sampler=batches)
