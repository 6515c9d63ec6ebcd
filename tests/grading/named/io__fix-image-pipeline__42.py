# mistake: ToTensor already scales to [0, 1], so mean and std must not be multiplied by 255.
# named: divided-twice
from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(tuple(255 * m for m in mean), tuple(255 * s for s in std)),
        ]
    )
    return dataset.transform_first(steps)
