from mxnet.gluon.data.vision.transforms import Normalize, ToTensor


def normalised(dataset, mean, std):
    return dataset.transform_first(ToTensor(), lazy=False).transform_first(Normalize(mean, std))
