"""The mean and the standard deviation are exchanged.

`Normalize` gets the mean first: it subtracts the mean and divides by the standard deviation.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(std, mean),
        ]
    )
    return dataset.transform_first(steps)
