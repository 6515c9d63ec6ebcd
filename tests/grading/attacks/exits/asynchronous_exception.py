"""A thread raises SystemExit in the main thread while the result is described.

Verdict: wrong error crash timeout
Seconds: 2
"""

import ctypes
import threading
import time

from mxnet import nd

main = threading.get_ident()


def nag():
    while True:
        time.sleep(0.0005)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(SystemExit))


def arccos(x):
    threading.Thread(target=nag, daemon=True).start()
    return nd.zeros_like(x)
