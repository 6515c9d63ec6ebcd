"""The height of the test image always gets the length `short`.

`short` is the length of the shorter side, which is the width if the image is higher than wide.
"""

import mxnet as mx
from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    finish = T.Compose([T.ToTensor(), T.Normalize(mean, std)])
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), finish])

    def test(image):
        h, w = image.shape[:2]
        smaller = mx.image.imresize(image, short * w // h, short)
        return finish(mx.image.center_crop(smaller, (width, height))[0])

    return train, test
