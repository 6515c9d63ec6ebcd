# mistake: NDArrayIter's default last_batch_handle='pad' fills the last batch with items from the start, so it has batch_size items and some come twice. Right: cut off batch.pad items, or use a DataLoader.
# named: rest-filled-up
import mxnet as mx
import numpy as np


def _numpy(array):
    return array.asnumpy() if isinstance(array, mx.nd.NDArray) else np.asarray(array)


def epoch(images, labels, batch_size, seed):
    np.random.seed(seed)
    data = _numpy(images).astype("float32") / 255
    mirrored = np.random.rand(len(data)) < 0.5
    data[mirrored] = data[mirrored][:, :, ::-1]
    data = np.ascontiguousarray(data.transpose(0, 3, 1, 2))
    batches = mx.io.NDArrayIter(data, _numpy(labels), batch_size, shuffle=True)
    return [(batch.data[0], batch.label[0]) for batch in batches]
