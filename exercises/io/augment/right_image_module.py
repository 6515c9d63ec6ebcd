import mxnet as mx
from mxnet import nd


def make_transforms(height, width, short, mean, std):
    def finish(image):
        return nd.image.normalize(nd.image.to_tensor(image), mean, std)

    def train(image):
        resized = mx.image.imresize(image, width, height)
        return finish(nd.image.random_flip_left_right(resized))

    def test(image):
        smaller = mx.image.resize_short(image, short, interp=1)
        return finish(mx.image.center_crop(smaller, (width, height))[0])

    return train, test
