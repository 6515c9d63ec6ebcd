# mistake: reshape gives the image the shape (3, height, width) without moving the channel axis, so the pixels and colours are mixed up.
# named: reshape-for-transpose
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32").reshape((3, height, width)) / 255,
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
