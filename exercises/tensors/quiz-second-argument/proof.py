import mxnet as mx
from mxnet import nd, np


def error_of(call):
    try:
        call()
    except (mx.MXNetError, TypeError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


assert "Invalid context string 3" in error_of(lambda: nd.zeros(2, 3)), "nd.zeros(2, 3) must refuse the context 3"
assert "Cannot interpret '3' as a data type" not in error_of(lambda: nd.zeros(2, 3))
assert "TypeError: Cannot interpret '3' as a data type" in error_of(lambda: np.zeros(2, 3))
assert nd.zeros((2, 3)).shape == (2, 3)
assert nd.full(2, 3).asnumpy().tolist() == [3.0, 3.0]
