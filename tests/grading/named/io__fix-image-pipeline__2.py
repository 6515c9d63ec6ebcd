# mistake: ToTensor divides by 255 itself, and the image is still divided by 255 before it.
# named: divided-twice
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32") / 255,
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
