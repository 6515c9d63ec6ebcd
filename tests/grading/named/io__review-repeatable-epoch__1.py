# mistake: Only MXNet's generator is seeded, but the shuffling of the DataLoader draws from NumPy, so the order differs from call to call.
# named: order-not-repeated
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.vision import transforms as T


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    augmented = T.Compose([T.RandomFlipLeftRight(), T.ToTensor()])
    dataset = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    loader = gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=True)
    return [(data, label) for data, label in loader]
