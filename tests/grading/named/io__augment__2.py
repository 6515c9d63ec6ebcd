# mistake: Resize(short) without keep_ratio=True makes a square and distorts the image.
# named: stretched
import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    train = T.Compose(
        [
            T.Resize((width, height)),
            T.RandomFlipLeftRight(),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    test = T.Compose(
        [
            T.Resize(short),
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return train, test
