"""Where worker processes are allowed, leaves a grandchild in a session of its own with all pipes open.

Processes: yes
Seconds: 5
"""

import os
import signal
import time

from mxnet import nd


def arccos(x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(1, 32):
                if number not in (9, 19):
                    signal.signal(number, signal.SIG_IGN)
            while True:
                time.sleep(1)
        os._exit(0)
    os.wait()
    return nd.zeros_like(x)
