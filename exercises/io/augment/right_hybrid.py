from mxnet.gluon import nn
from mxnet.gluon.data.vision.transforms import CenterCrop, Normalize, RandomFlipLeftRight, Resize, ToTensor


def make_transforms(height, width, short, mean, std):
    train, test = nn.Sequential(), nn.Sequential()
    train.add(Resize((width, height)), RandomFlipLeftRight())
    test.add(Resize(short, keep_ratio=True), CenterCrop((width, height)))
    for steps in (train, test):
        steps.add(ToTensor(), Normalize(mean, std))
    return train, test
