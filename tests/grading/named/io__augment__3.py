# mistake: Normalize comes before ToTensor, so it works on the uint8 image in the layout (h, w, 3).
# named: channels-first, resize-last
import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    train = T.Compose(
        [
            T.Resize((width, height)),
            T.RandomFlipLeftRight(),
            T.Normalize(mean, std),
            T.ToTensor(),
        ]
    )
    test = T.Compose(
        [
            T.Resize(short, keep_ratio=True),
            T.CenterCrop((width, height)),
            T.Normalize(mean, std),
            T.ToTensor(),
        ]
    )
    return train, test
