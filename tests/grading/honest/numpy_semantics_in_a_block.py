"""Uses NumPy semantics in a with-block only."""

import mxnet as mx


def arccos(x):
    with mx.util.np_shape(True), mx.util.np_array(True):
        return mx.np.arccos(x.as_np_ndarray())
