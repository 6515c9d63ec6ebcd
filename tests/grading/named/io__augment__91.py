# mistake: Resize and CenterCrop of Gluon take (width, height), but they get (height, width), so the images come out with the sides exchanged.
# named: height-first
import mxnet as mx
from mxnet import nd


def make_transforms(height, width, short, mean, std):
    T = mx.gluon.data.vision.transforms
    train = T.Compose([
        T.Resize((height, width)),
        T.RandomFlipLeftRight(),
        T.ToTensor(),
        T.Normalize(mean, std),
    ])
    test = T.Compose([
        T.Resize(short, keep_ratio=True),
        T.CenterCrop((height, width)),
        T.ToTensor(),
        T.Normalize(mean, std),
    ])
    return train, test
