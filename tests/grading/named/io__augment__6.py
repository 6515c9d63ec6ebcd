# mistake: The draw is compared with 0.25, so only a quarter of the training images are mirrored.
# named: quarter
import random

import mxnet as mx
from mxnet import nd


def make_transforms(height, width, short, mean, std):
    def finish(image):
        return nd.image.normalize(nd.image.to_tensor(image), mean, std)

    def train(image):
        image = mx.image.imresize(image, width, height)
        if random.random() < 0.25:
            image = nd.flip(image, axis=1)
        return finish(image)

    def test(image):
        return finish(mx.image.center_crop(mx.image.resize_short(image, short, interp=1), (width, height))[0])

    return train, test
