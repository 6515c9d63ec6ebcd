# mistake: reshape does not move the channels to the front, it mixes the pixels; it takes transpose.
# named: reshape-for-transpose
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    crop = T.CenterCrop((width, height))
    normalize = T.Normalize(mean, std)

    def steps(image):
        image = crop(image).astype("float32") / 255
        return normalize(image.reshape((3, height, width)))

    return dataset.transform_first(steps)
