"""Two worker processes and a prefetch."""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    """Return a loader with workers."""
    rest = "discard" if drop_last else "keep"
    return gluon.data.DataLoader(dataset, batch_size, shuffle=False, last_batch=rest, num_workers=2, prefetch=4)
