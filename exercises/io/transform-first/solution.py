from mxnet import gluon


def normalised(dataset, mean, std):
    T = gluon.data.vision.transforms
    return dataset.transform_first(T.Compose([T.ToTensor(), T.Normalize(mean, std)]))
