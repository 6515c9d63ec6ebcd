import numpy
from mxnet import gluon, nd

images = nd.array(numpy.arange(2 * 28 * 28).reshape(2, 28, 28, 1) % 256, dtype="uint8")
dataset = gluon.data.ArrayDataset(images, numpy.array([3, 5]))
change = gluon.data.vision.transforms.ToTensor()


def error_of(lazy):
    try:
        lazy[0]
    except TypeError as error:
        return str(error)
    return ""


image, label = dataset.transform_first(change)[1]
assert image.shape == (1, 28, 28) and image.dtype == numpy.float32 and label == 5, "the right option"
assert "positional arguments but" in error_of(dataset.transform(change)), "transform hands over two"
alone = dataset.transform(lambda image, label: change(image))[1]
assert isinstance(alone, nd.NDArray) and alone.shape == (1, 28, 28), "the label is gone"
twice = dataset.transform_first(lambda image, label: (change(image), label))
assert "missing 1 required positional argument: 'label'" in error_of(twice)
