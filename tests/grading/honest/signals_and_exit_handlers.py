"""Registers an exit handler and a signal handler, as servers do."""

import atexit
import signal

from mxnet import nd

atexit.register(print, "bye")
signal.signal(signal.SIGTERM, lambda *a: None)


def arccos(x):
    return nd.arccos(x)
