"""Leaves a daemon thread running that counts."""

import threading
import time

from mxnet import nd


def tick():
    while True:
        time.sleep(0.01)


threading.Thread(target=tick, daemon=True).start()


def arccos(x):
    return nd.arccos(x)
