"""The lesson's statement about BatchNorm with static_alloc is true on MXNet's usual engine, in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json
from mxnet import autograd, nd
from mxnet.gluon import nn

def stale(static, wait):
    net = nn.HybridSequential()
    net.add(nn.Dense(64), nn.BatchNorm(), nn.Dense(64), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    net.hybridize(static_alloc=static, static_shape=static)
    x = nd.random.normal(5, 2, shape=(64, 256))
    nd.waitall()
    with autograd.record():
        y = net(x)
    y.backward()
    if wait:
        nd.waitall()
    early = net[1].running_mean.data().copy().asnumpy()
    nd.waitall()
    return bool(abs(early - net[1].running_mean.data().asnumpy()).max() > 1e-6)

print(json.dumps([sum(stale(*how) for _ in range(30)) for how in ((True, False), (True, True), (False, False))]))
"""


@pytest.mark.grading
def test_static_statistics_are_old_until_all_is_waited_for() -> None:
    environment = {k: v for k, v in os.environ.items() if k != "MXNET_ENGINE_TYPE"}
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    unwaited, waited, dynamic = json.loads(run.stdout.splitlines()[-1])
    assert unwaited > 0
    assert (waited, dynamic) == (0, 0)
