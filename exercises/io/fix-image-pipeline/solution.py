from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
