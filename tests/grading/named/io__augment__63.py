# mistake: Mirrors along axis 2 as for a PyTorch image (c, h, w); the array is still (h, w, 3), so it reverses the colour channels instead of left and right. Right: nd.flip(image, axis=1), or RandomFlipLeftRight.
# named: channels-mirrored
import random

from mxnet import image as mximage
from mxnet import nd
from mxnet.gluon.data.vision import transforms


def make_transforms(height, width, short, mean, std):
    normalise = transforms.Compose(
        [transforms.ToTensor(), transforms.Normalize(tuple(mean), tuple(std))]
    )

    def train(image):
        resized = mximage.imresize(image, width, height)
        if random.random() < 0.5:
            resized = nd.flip(resized, axis=2)
        return normalise(resized)

    test = transforms.Compose(
        [
            transforms.Resize(short, keep_ratio=True),
            transforms.CenterCrop((width, height)),
            transforms.ToTensor(),
            transforms.Normalize(tuple(mean), tuple(std)),
        ]
    )
    return train, test
