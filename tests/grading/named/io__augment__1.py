# mistake: MXNet's Resize takes (width, height), but the size is given as (height, width) as in torchvision.
# named: resize-height-first
import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    train = T.Compose(
        [
            T.Resize((height, width)),
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
