"""Starts workers with multiprocessing, by every start method.

Output: started: 0
"""

import multiprocessing
import time

from mxnet import nd


def arccos(x):
    started = 0
    for method in multiprocessing.get_all_start_methods():
        try:
            multiprocessing.get_context(method).Process(target=time.sleep, args=(100,)).start()
            started += 1
        except (OSError, EOFError, RuntimeError):
            pass
    print("started:", started)
    return nd.zeros_like(x)
