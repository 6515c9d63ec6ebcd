# mistake: RandomResizedCrop cuts out a random part of the training image, while the whole image should get the new size.
# named: random-crop
import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    train = T.Compose(
        [
            T.RandomResizedCrop((width, height)),
            T.RandomFlipLeftRight(),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    test = T.Compose(
        [
            T.Resize(short, keep_ratio=True),
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return train, test
