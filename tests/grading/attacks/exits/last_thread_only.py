"""Ends the main thread alone and leaves another one running.

Verdict: timeout
Seconds: 1
Machine: x86_64
"""

import ctypes
import threading
import time


def arccos(x):
    threading.Thread(target=lambda: time.sleep(60)).start()
    ctypes.CDLL(None).syscall(60, 0)
