# mistake: Takes last_batch='rollover' instead of 'keep', so the smaller last batch is put off to the next pass.
# named: ?
from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    last_batch = "discard" if drop_last else "rollover"
    return gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=False, last_batch=last_batch)
