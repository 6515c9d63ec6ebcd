"""The crop comes after the change of the axes.

`CenterCrop` needs (h, w, c): put it before `ToTensor`, or it crops channels and height.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.ToTensor(),
            T.Normalize(mean, std),
            T.CenterCrop((width, height)),
        ]
    )
    return dataset.transform_first(steps)
