"""The images are not divided by 255.

One division must stay: `ToTensor` divides by 255 and moves the channels to the front.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32").transpose((2, 0, 1)),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
