import numpy
from mxnet import nd

x = nd.ones((2, 3))
assert x.dtype == numpy.float32, "the right option"
assert not (x.dtype == "float32"), "a class does not equal a string"
assert str(x.dtype) != "float32"
assert not hasattr(x.dtype, "name"), "x.dtype.name raises AttributeError"
assert x.as_np_ndarray().dtype == "float32", "explain: an mx.np array has a numpy.dtype"
assert numpy.dtype(x.dtype) == "float32" and numpy.dtype(x.as_np_ndarray().dtype) == "float32", (
    "explain: right for both"
)
