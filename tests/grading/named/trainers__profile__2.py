# mistake: There is no wait before the clock starts, so the warm-up call and older work in the queue are counted too.
# named: no-wait-before
import time

import mxnet as mx
from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    start = time.perf_counter()
    fn(x).wait_to_read()
    return 1000 * (time.perf_counter() - start)
