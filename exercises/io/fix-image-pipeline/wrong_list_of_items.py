"""The result is a list, not a dataset.

The caller gives the result to a `DataLoader`, so it must stay a dataset: apply the steps with `transform_first`.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return [(steps(image), label) for image, label in dataset]
