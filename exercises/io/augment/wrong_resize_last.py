"""The image is resized after its axes were changed.

`Resize` needs (h, w, c), and `ToTensor` gives (c, h, w): in this order the channels and the height are resized. Put `ToTensor`
after all transforms of the image.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.RandomFlipLeftRight(), T.ToTensor(), T.Resize((width, height)), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
