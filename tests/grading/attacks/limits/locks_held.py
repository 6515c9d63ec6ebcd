"""Holds the locks of logging, of imports and of its streams for ever.

Verdict: wrong timeout
Seconds: 1
"""

import _imp
import logging
import sys
import threading

from mxnet import nd


def hold():
    _imp.acquire_lock()
    logging._lock.acquire()
    sys.stdout.buffer.raw.read if False else None
    threading.Event().wait()


def arccos(x):
    threading.Thread(target=hold, daemon=True).start()
    return nd.zeros_like(x)
