"""Leaves threads behind that are no daemons and never end."""

import threading
import time

from mxnet import nd


def forever():
    while True:
        time.sleep(0.01)


def arccos(x):
    for _ in range(10):
        threading.Thread(target=forever).start()
    return nd.zeros_like(x)
