# mistake: The crop comes after ToTensor and so gets a (3, h, w) array; CenterCrop needs (h, w, 3) and must come before ToTensor.
# named: to-tensor-early, to-tensor-removed
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.ToTensor(),
            T.CenterCrop((width, height)),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
