"""Trains the MLP of the race in one framework, an epoch for each line of standard input; `runner` starts this process.

Images, labels and first weights are equal for both frameworks.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mxtutor.content.digits import load_digits
from mxtutor.race.runner import RaceConfig

SIDE = 28
GREATEST = 16
"""Largest pixel value of the shipped digits."""


def main() -> None:
    """Build the net of the framework and the configuration on the command line; then answer each line with an epoch.

    The first line of the answer has the version, each other one the seconds and the mean loss of an epoch.
    """
    runner, given = sys.argv[1:]
    version, epoch = (_torch if runner == "torch" else _mxnet)(RaceConfig(**json.loads(given)))
    print(json.dumps({"version": version}), flush=True)
    for _ in sys.stdin:
        began = time.perf_counter()
        loss = epoch()
        print(json.dumps({"seconds": time.perf_counter() - began, "loss": loss}), flush=True)


def _data(config: RaceConfig) -> tuple[Any, Any]:
    """Return float32 images (n, 1, 28, 28) in [0, 1] and int64 labels (n,): the digits, enlarged and repeated."""
    images, labels = load_digits("train")
    rows = np.arange(SIDE) * images.shape[-1] // SIDE
    large = images.reshape(-1, images.shape[-2], images.shape[-1])[:, rows][:, :, rows]
    pick = np.arange(config.images) % len(large)
    return large[pick].reshape(-1, 1, SIDE, SIDE).astype("float32") / GREATEST, labels[pick].astype("int64")


def _weights(config: RaceConfig) -> list[Any]:
    """Return the first weights, float32: (hidden, 784), (hidden,), (10, hidden), (10,)."""
    rng = np.random.default_rng(7)
    shapes = [(config.hidden, SIDE * SIDE), (config.hidden,), (10, config.hidden), (10,)]
    return [rng.uniform(-0.05, 0.05, size=s).astype("float32") for s in shapes]


def _torch(config: RaceConfig) -> tuple[str, Callable[[], float]]:
    """Return the version of PyTorch, and a function that trains an epoch in it."""
    import torch

    torch.set_num_threads(config.threads)
    net = torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.Linear(784, config.hidden), torch.nn.ReLU(), torch.nn.Linear(config.hidden, 10)
    )
    with torch.no_grad():
        for parameter, array in zip(net.parameters(), _weights(config), strict=True):
            parameter.copy_(torch.from_numpy(array))
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=config.rate)
    dataset = torch.utils.data.TensorDataset(*map(torch.from_numpy, _data(config)))
    loader = torch.utils.data.DataLoader(dataset, batch_size=config.batch)

    def epoch() -> float:
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = loss_fn(net(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        return total / len(loader)

    return torch.__version__, epoch


def _mxnet(config: RaceConfig) -> tuple[str, Callable[[], float]]:
    """Return the version of MXNet, and a function that trains an epoch in it."""
    from mxtutor.compat import import_mxnet

    mx = import_mxnet()
    gluon = mx.gluon
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(config.hidden, activation="relu", in_units=784), gluon.nn.Dense(10, in_units=config.hidden))
    net.initialize()
    for parameter, array in zip(net.collect_params().values(), _weights(config), strict=True):
        parameter.set_data(mx.nd.array(array))
    net.hybridize()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": config.rate})
    dataset = gluon.data.ArrayDataset(*map(mx.nd.array, _data(config)))
    loader = gluon.data.DataLoader(dataset, batch_size=config.batch)

    def epoch() -> float:
        total = 0.0
        for x, y in loader:
            with mx.autograd.record():
                loss = loss_fn(net(x), y)
            loss.backward()
            trainer.step(x.shape[0])
            total += float(loss.mean().asscalar())
        return total / len(loader)

    return mx.__version__, epoch
