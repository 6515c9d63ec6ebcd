"""All columns get the same mean and standard deviation.

You made one number from each constant. You can combine numbers with arrays, but each column has its own mean and standard deviation.
"""

import numpy

MEAN = numpy.array([0.485, 0.456, 0.406])
STD = numpy.array([0.229, 0.224, 0.225])


def standardize(x):
    return (x - float(MEAN.mean())) / float(STD.mean())
