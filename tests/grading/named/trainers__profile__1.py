# mistake: Nothing waits for the result of the timed call, so only the time of queueing it is measured.
# named: no-wait-after
import time

import mxnet as mx
from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    return 1000 * (time.perf_counter() - start)
