"""Has MXNet allocate and write without end.

Verdict: error crash
Seconds: 30
"""

from mxnet import nd


def arccos(x):
    kept = []
    while True:
        kept.append(nd.ones((64, 1024, 1024)))
        kept[-1].wait_to_read()
