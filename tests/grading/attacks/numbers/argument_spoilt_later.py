"""Right values; a thread spoils the argument until the result is read."""

import threading

from mxnet import nd


def arccos(x):
    result = nd.arccos(x)
    x[:] = 0
    threading.Thread(target=lambda: None).start()
    return result
