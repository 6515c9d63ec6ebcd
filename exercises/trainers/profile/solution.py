import time

from mxnet import nd


def milliseconds(fn, x):
    def run():
        fn(x)
        nd.waitall()

    run()
    start = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - start)
