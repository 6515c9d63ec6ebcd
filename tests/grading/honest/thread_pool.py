"""Computes in a pool of threads that it leaves open."""

from concurrent.futures import ThreadPoolExecutor

from mxnet import nd

POOL = ThreadPoolExecutor(2)


def arccos(x):
    return POOL.submit(nd.arccos, x).result()
