"""Computes in threads and waits for them."""

import threading

from mxnet import nd


def arccos(x):
    results = [None] * 4

    def work(number):
        results[number] = nd.arccos(x)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return results[3]
