"""A thread fills in the result at some time after the call."""

import threading
import time

from mxnet import nd


def arccos(x):
    result = nd.zeros_like(x)

    def later():
        time.sleep(0.2)
        nd.arccos(x, out=result)

    threading.Thread(target=later, daemon=True).start()
    return result
