# mistake: The test transform always gives the height the length short, so for upright images (h > w) the longer side gets it.
# named: height-short
import mxnet as mx
from mxnet import nd
from mxnet.gluon.data.vision import transforms as T


def make_transforms(height, width, short, mean, std):
    finish = T.Compose([T.ToTensor(), T.Normalize(mean, std)])
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), finish])

    def test(image):
        h, w, _ = image.shape
        image = mx.image.imresize(image, short * w // h, short)
        image, _ = mx.image.center_crop(image, (width, height))
        return finish(image)

    return train, test
