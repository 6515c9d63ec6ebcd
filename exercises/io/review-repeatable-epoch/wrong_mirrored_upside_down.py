"""The images are mirrored top to bottom.

Mirror along the width: `RandomFlipLeftRight` before `ToTensor`, or axis 2 of an image (c, h, w). Axis 1 of such an image is its height.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon, nd


def epoch(images, labels, batch_size, seed):
    mx.random.seed(seed)
    onp.random.seed(seed)

    def augmented(image):
        image = nd.image.to_tensor(image)
        return nd.flip(image, axis=1) if onp.random.rand() < 0.5 else image

    items = gluon.data.ArrayDataset(images, labels).transform_first(augmented)
    return list(gluon.data.DataLoader(items, batch_size=batch_size, shuffle=True))
