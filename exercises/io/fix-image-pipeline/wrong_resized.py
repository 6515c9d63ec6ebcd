"""The images are resized, not cropped.

A crop takes the middle part and keeps its pixels: use `CenterCrop`.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.Resize((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
