import random

import mxnet as mx
from mxnet import nd


def make_transforms(height, width, short, mean, std):
    def finish(image):
        return mx.nd.image.normalize(mx.nd.image.to_tensor(image), mean, std)

    def train(image):
        image = mx.image.imresize(image, width, height)
        if random.random() < 0.5:
            image = nd.flip(image, axis=1)
        return finish(image)

    def test(image):
        image = mx.image.resize_short(image, short, interp=1)
        return finish(mx.image.center_crop(image, (width, height))[0])

    return train, test
