"""Decorates its entry with functools.wraps and a cache."""

import functools

from mxnet import nd


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print("calling", function.__name__)
        return function(*args, **kwargs)

    return inner


@functools.lru_cache(maxsize=None)
def constant():
    return 1.0


@logged
def arccos(x):
    return nd.arccos(x * constant())
