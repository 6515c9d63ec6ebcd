# mistake: Works in place with -= and /=, which overwrites x.
# named: input-overwritten
from mxnet import nd

MEAN = nd.array([0.485, 0.456, 0.406])
STD = nd.array([0.229, 0.224, 0.225])


def standardize(x):
    x -= MEAN
    x /= STD
    return x
