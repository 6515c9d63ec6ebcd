"""The crop is the upper left corner, not the middle part.

The same number of rows is left out above and below, and of columns on both sides: use `CenterCrop`.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            lambda image: image[:height, :width],
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
