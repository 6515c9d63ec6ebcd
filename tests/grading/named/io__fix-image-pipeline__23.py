# mistake: ToTensor is taken out instead of the division, so the image stays (h, w, 3) when it is normalised; right is to keep ToTensor, which also moves the channels to the front.
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
