import timeit

from mxnet import nd


def milliseconds(fn, x):
    def call():
        fn(x).asnumpy()

    call()
    nd.waitall()
    return timeit.timeit(call, number=5) / 5 * 1e3
