"""Starts MXNet's distributed store, which opens connections in C++.

Verdict: error crash timeout
Seconds: 1
"""

import os

import mxnet as mx

os.environ.update(
    DMLC_ROLE="worker",
    DMLC_PS_ROOT_URI="127.0.0.1",
    DMLC_PS_ROOT_PORT="@port@",
    DMLC_NUM_WORKER="1",
    DMLC_NUM_SERVER="1",
)


def arccos(x):
    mx.kv.create("dist_sync")
    return x * 0
