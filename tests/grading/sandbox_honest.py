"""Honest things that answers do, each run in a confined job; `python -m tests.grading.sandbox_honest WHO LAYERS`
prints JSON.

LAYERS is `all` or a list with commas. MXNet is imported in the confined worker, as in normal use.
"""

from __future__ import annotations

import os
import sys

os.environ.update(MXNET_ENGINE_TYPE="NaiveEngine", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import argparse  # noqa: F401 - MXNet's own imports must not be the first to find these
import json
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import replace

from mxtutor.grading.sandbox.layers import Confinement, confine_child, confine_supervisor, confine_worker
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.probe import FIRST_UID, make_plan, probe
from tests.grading.sandbox_rig import Who, become_ordinary


def operators() -> None:
    import mxnet as mx

    x = mx.nd.arange(6).reshape((2, 3))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.dot(x, x.T).sum()
    y.backward()
    assert x.grad.shape == (2, 3)
    assert mx.np.ones(3).asnumpy().sum() == 3


def a_trained_network() -> None:
    import mxnet as mx
    from mxnet import gluon

    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.Dense(1))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    with mx.autograd.record():
        loss = (net(mx.nd.ones((4, 3))) ** 2).mean()
    loss.backward()
    trainer.step(4)
    net.save_parameters("net.params")
    net.load_parameters("net.params")


def a_custom_operator() -> None:
    import mxnet as mx

    class Twice(mx.operator.CustomOp):  # type: ignore[misc]
        def forward(self, is_train, req, in_data, out_data, aux):  # type: ignore[no-untyped-def]
            self.assign(out_data[0], req[0], 2 * in_data[0])

    class TwiceProp(mx.operator.CustomOpProp):  # type: ignore[misc]
        def create_operator(self, ctx, shapes, dtypes):  # type: ignore[no-untyped-def]
            return Twice()

    mx.operator.register("twice")(TwiceProp)
    assert mx.nd.Custom(mx.nd.ones(3), op_type="twice").asnumpy().tolist() == [2, 2, 2]


def worker_processes() -> None:
    import mxnet as mx
    from mxnet import gluon

    data = gluon.data.ArrayDataset(mx.nd.arange(40).reshape((20, 2)), mx.nd.arange(20))
    loader = gluon.data.DataLoader(data, batch_size=5, num_workers=2)
    assert sum(float(labels.sum().asscalar()) for _, labels in loader) == 190


def worker_threads() -> None:
    import mxnet as mx
    from mxnet import gluon

    data = gluon.data.ArrayDataset(mx.nd.arange(20))
    loader = gluon.data.DataLoader(data, batch_size=5, num_workers=2, thread_pool=True)
    assert sum(float(batch.sum().asscalar()) for batch in loader) == 190


def temporary_files() -> None:
    from pathlib import Path

    with tempfile.NamedTemporaryFile("w+") as file, tempfile.TemporaryDirectory() as folder:
        file.write("x" * 10_000)
        Path(folder, "a").write_text("a")
        shutil.copyfile(Path(folder, "a"), Path(folder, "b"))
        os.rename(Path(folder, "b"), Path(folder, "c"))
        os.symlink("c", Path(folder, "d"))
        assert Path(folder, "d").read_text() == "a"
    Path.home().joinpath("notes.txt").write_text("home is writable")
    assert os.listdir() == ["notes.txt"]


def late_imports() -> None:
    import asyncio
    import colorsys
    import concurrent.futures
    import decimal
    import sqlite3
    import unittest.mock
    import zoneinfo

    import numpy.polynomial

    async def nothing() -> int:
        await asyncio.sleep(0.001)
        return 1

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(lambda x: x, range(10))) == 45
    assert asyncio.run(nothing()) == 1
    assert sqlite3.connect("a.db").execute("select 1").fetchone() == (1,)
    assert all((colorsys, decimal, unittest.mock, zoneinfo, numpy.polynomial))


def facts_about_the_system() -> None:
    import getpass
    import locale
    import multiprocessing
    import platform
    import random
    import secrets
    import uuid

    assert (os.cpu_count() or 0) >= 1
    assert platform.system() == "Linux"
    assert len(secrets.token_bytes(8)) == 8
    assert uuid.uuid4() != uuid.uuid1()
    locale.setlocale(locale.LC_ALL, "C")
    os.nice(0)
    random.seed()
    assert multiprocessing.cpu_count() >= 1
    os.environ["USER"] = "me"
    assert getpass.getuser() == "me"
    assert time.localtime().tm_year > 2000


def locks_of_multiprocessing() -> None:
    import multiprocessing

    with multiprocessing.Lock():
        pass
    queue: multiprocessing.Queue[int] = multiprocessing.Queue()
    child = multiprocessing.get_context("fork").Process(target=queue.put, args=(7,))
    child.start()
    assert queue.get(timeout=10) == 7
    child.join()


def much_output() -> None:
    import logging
    import warnings

    with open(os.devnull, "w") as nowhere:
        for number in range(20_000):
            print(number, file=nowhere)
    logging.getLogger("x").error("one line")
    warnings.warn("one more", stacklevel=1)


WITH_PROCESSES = (worker_processes, locks_of_multiprocessing)
WITHOUT = (
    operators,
    a_trained_network,
    a_custom_operator,
    worker_threads,
    temporary_files,
    late_imports,
    facts_about_the_system,
    much_output,
)


def run(confinement: Confinement, action: Callable[[], None], slot: int) -> str:
    """Run one job; return what went wrong."""
    reading, writing = os.pipe()
    scratch = tempfile.mkdtemp() if confinement.needs_scratch else None
    supervisor = os.fork()
    if supervisor == 0:
        confine_supervisor(confinement)
        child = os.fork()
        if child == 0:
            try:
                confine_child(confinement, Limits(processes=action in WITH_PROCESSES), scratch, slot)
                action()
                os.write(writing, b"fine")
            except BaseException:
                os.write(writing, traceback.format_exc().encode()[-3000:])
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os._exit(1 if status else 0)
    os.close(writing)
    status = os.waitstatus_to_exitcode(os.waitpid(supervisor, 0)[1])
    if scratch is not None:
        shutil.rmtree(scratch)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    return "" if (said, status) == ("fine", 0) else f"{said} (status {status})"


def main(who: Who, layers: str) -> None:
    """Print {name of the honest thing: what went wrong}."""
    if who == "ordinary user":
        become_ordinary()
    plan = make_plan(probe(), ("mxnet", "numpy", "setuptools"))
    if layers != "all":
        chosen = tuple(layers.split(","))
        plan = replace(plan, layers=chosen, uid=FIRST_UID if "uid" in chosen else None, keep_reading="uid" in chosen)
    confinement = confine_worker(plan)
    import mxnet  # noqa: F401

    print(
        json.dumps({one.__name__: run(confinement, one, slot) for slot, one in enumerate((*WITHOUT, *WITH_PROCESSES))})
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])  # type: ignore[arg-type]
