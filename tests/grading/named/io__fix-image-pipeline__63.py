# mistake: The hand-written crop cuts the same number of rows (columns) from both sides, so the result is one too high (wide) when the difference is odd. The end must be top + height and left + width.
# named: crop-symmetric
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms

    def centre_crop(image):
        h, w = image.shape[0], image.shape[1]
        top = (h - height) // 2
        left = (w - width) // 2
        return image[top : h - top, left : w - left]

    tail = T.Compose([T.ToTensor(), T.Normalize(mean, std)])
    return dataset.transform_first(lambda image: tail(centre_crop(image)))
