# mistake: The mirroring is done after the transpose to (c, h, w), but along axis 1, which is the height there; the image is turned upside down. It should be axis 2.
# named: upside-down
import random

from mxnet import image, nd


def make_transforms(height, width, short, mean, std):
    mean = nd.array(mean).reshape((3, 1, 1))
    std = nd.array(std).reshape((3, 1, 1))

    def to_tensor(img):
        return img.astype("float32").transpose((2, 0, 1)) / 255

    def normalise(x):
        return (x - mean) / std

    def train(img):
        x = to_tensor(image.imresize(img, width, height, interp=1))
        if random.random() < 0.5:
            x = nd.flip(x, axis=1)
        return normalise(x)

    def test(img):
        img = image.resize_short(img, short, interp=1)
        img, _ = image.center_crop(img, (width, height), interp=1)
        return normalise(to_tensor(img))

    return train, test
