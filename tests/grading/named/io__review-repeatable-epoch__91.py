# mistake: only MXNet's generator is seeded, but the loader shuffles with NumPy's generator, so the order of two calls with the same seed differs.
# named: order-not-repeated
import mxnet as mx
from mxnet import nd
from mxnet import gluon
from mxnet.gluon.data.vision import transforms as T


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    augmented = T.Compose([T.RandomFlipLeftRight(), T.ToTensor()])
    items = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(items, batch_size=batch_size, shuffle=True))
