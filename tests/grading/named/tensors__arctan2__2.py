# mistake: Hands the arguments to mx.np.arctan2 in the wrong order, y as the numerator.
# named: swapped
import mxnet as mx


def arctan2(x, y):
    return mx.np.arctan2(y.as_np_ndarray(), x.as_np_ndarray()).as_nd_ndarray()
