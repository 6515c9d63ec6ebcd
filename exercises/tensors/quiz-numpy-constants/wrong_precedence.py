"""The parentheses are missing.

Python divides before it subtracts: without the parentheses you divide the mean by the standard deviation, not the difference.
"""

from mxnet import nd

MEAN = nd.array([0.485, 0.456, 0.406])
STD = nd.array([0.229, 0.224, 0.225])


def standardize(x):
    return x - MEAN / STD
