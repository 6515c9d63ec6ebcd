"""The pixels are not divided by 255.

`ToTensor` casts to float32 and divides by 255; a cast alone leaves values from 0 to 255.
"""

import random

import mxnet as mx
from mxnet import nd


def make_transforms(height, width, short, mean, std):
    mean = nd.array(mean).reshape((3, 1, 1))
    std = nd.array(std).reshape((3, 1, 1))

    def to_array(image):
        return (image.astype("float32").transpose((2, 0, 1)) - mean) / std

    def train(image):
        image = mx.image.imresize(image, width, height, interp=1)
        if random.random() < 0.5:
            image = nd.flip(image, axis=1)
        return to_array(image)

    def test(image):
        image = mx.image.resize_short(image, short, interp=1)
        image, _ = mx.image.center_crop(image, (width, height), interp=1)
        return to_array(image)

    return train, test
