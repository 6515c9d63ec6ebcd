# mistake: Turns x into NumPy instead of the constants into MXNet, so a NumPy float64 array comes back.
# named: numpy-result
import numpy

MEAN = numpy.array([0.485, 0.456, 0.406])
STD = numpy.array([0.229, 0.224, 0.225])


def standardize(x):
    return (x.asnumpy() - MEAN) / STD
