# mistake: The place of the crop is computed once from the first image, so it is not the middle of images with another size.
# named: first-size
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    h, w, _ = dataset[0][0].shape
    top, left = (h - height) // 2, (w - width) // 2
    steps = T.Compose(
        [
            T.CropResize(left, top, width, height),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
