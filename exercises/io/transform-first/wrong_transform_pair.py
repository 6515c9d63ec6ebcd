"""The transformation gets pairs, not images.

`transform` passes the data and the label to your function; `transform_first` passes only the image.
"""

from mxnet import gluon


def normalised(dataset, mean, std):
    T = gluon.data.vision.transforms
    return dataset.transform(T.Compose([T.ToTensor(), T.Normalize(mean, std)]))
