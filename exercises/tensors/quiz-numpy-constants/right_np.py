from mxnet import np

MEAN = np.array([0.485, 0.456, 0.406])
STD = np.array([0.229, 0.224, 0.225])


def standardize(x):
    return (x.as_np_ndarray() - MEAN) / STD
