"""The place of the crop is that of the first image, for all images.

The images may have different sizes: the middle of each image depends on its own height and width.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    h, w, _ = dataset[0][0].shape
    steps = T.Compose(
        [
            T.CropResize((w - width) // 2, (h - height) // 2, width, height),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
