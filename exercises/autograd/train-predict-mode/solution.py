from mxnet import autograd
from mxnet.gluon import nn


def dropout_pair(x, p):
    dropout = nn.Dropout(p)
    with autograd.train_mode():
        a = dropout(x)
    with autograd.predict_mode():
        b = dropout(x)
    return a, b
