# mistake: the batch size is limited to the size of the dataset, so with drop_last a dataset smaller than a batch gives one batch instead of none
# named: size-limited
import mxnet as mx
from mxnet import gluon, nd


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(
        dataset,
        batch_size=min(batch_size, len(dataset)),
        shuffle=False,
        last_batch="discard" if drop_last else "keep",
    )
