# mistake: mx.image.resize_short has interp=2 as default, which is not linear; interp=1 is missing.
# named: default-interpolation
import mxnet as mx
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    finish = T.Compose([T.ToTensor(), T.Normalize(mean, std)])
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), finish])

    def test(image):
        image = mx.image.resize_short(image, short)
        image, _ = mx.image.center_crop(image, (width, height))
        return finish(image)

    return train, test
