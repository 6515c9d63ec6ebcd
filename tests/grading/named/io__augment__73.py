# mistake: Two mistakes: the flip on axis 2 of the (h, w, 3) image reverses the colour channels (right: axis 1, the width), and CenterCrop gets (height, width) (right: (width, height)).
# named: crop-height-first
import random

import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms


def make_transforms(height, width, short, mean, std):
    scale = transforms.ToTensor()
    normalise = transforms.Normalize(mean, std)

    def train(image):
        image = mx.image.imresize(image, width, height)
        if random.random() < 0.5:
            image = nd.flip(image, axis=2)  # left to right
        return normalise(scale(image))

    test = transforms.Compose([
        transforms.Resize(short, keep_ratio=True),
        transforms.CenterCrop((height, width)),
        scale,
        normalise,
    ])
    return train, test
