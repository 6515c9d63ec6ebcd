"""All columns get one mean and one deviation.

You made one number of each constant, and numbers do mix with arrays, but each column has a mean and a deviation of its own.
"""

import numpy

MEAN = numpy.array([0.485, 0.456, 0.406])
STD = numpy.array([0.229, 0.224, 0.225])


def standardize(x):
    return (x - float(MEAN.mean())) / float(STD.mean())
