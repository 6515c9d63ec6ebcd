# mistake: ToTensor was removed instead of the division, so the channels are never moved to the front before Normalize.
# named: to-tensor-removed
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32") / 255,
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
