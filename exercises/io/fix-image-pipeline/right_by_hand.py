import mxnet as mx
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    shift, scale = (mx.nd.array(values).reshape((3, 1, 1)) for values in (mean, std))
    images = []
    for image, _ in dataset:
        middle, _ = mx.image.center_crop(image, (width, height))
        images.append((middle.astype("float32").transpose((2, 0, 1)) / 255 - shift) / scale)
    return gluon.data.ArrayDataset(images, [label for _, label in dataset])
