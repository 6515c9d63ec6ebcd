# mistake: transpose() without axes reverses all of them, so the images are (3, width, height) and lie on their side.
# named: axes-exchanged
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32").transpose() / 255,
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
