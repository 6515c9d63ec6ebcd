from mxnet import nd

MEAN = [0.485, 0.456, 0.406]
STD = [0.229, 0.224, 0.225]


def standardize(x):
    columns = [(x[:, i] - MEAN[i]) / STD[i] for i in range(3)]
    return nd.stack(*columns).T
