"""A hybridized HybridSequential of transforms, and a partial."""

from functools import partial

from mxnet.gluon import nn
from mxnet.gluon.data.vision import transforms


def apply(block, image):
    return block(image)


def normalised(dataset, mean, std):
    block = nn.HybridSequential()
    block.add(transforms.ToTensor(), transforms.Normalize(mean=mean, std=std))
    block.hybridize()
    return dataset.transform_first(partial(apply, block), lazy=True)
