import contextlib
import os

import numpy as onp
from mxnet.gluon.data import Dataset
from mxnet.gluon.data.vision import datasets
from mxnet.ndarray import NDArray


@contextlib.contextmanager
def offline():
    """Let MXNet take each archive from where it lies; its own functions compare checksums and download."""
    before = datasets.download, datasets.check_sha1
    datasets.download = lambda url, path=None, **options: os.path.join(path, os.path.basename(url))
    datasets.check_sha1 = lambda path, sha1: True
    try:
        yield
    finally:
        datasets.download, datasets.check_sha1 = before


def observe(load_cifar, case, kit):
    write(case, lambda array: array.asnumpy())
    with offline():
        pair = load_cifar(*map(os.path.abspath, case.folders))
    pair = pair if isinstance(pair, (tuple, list)) else [pair]
    kinds = ["a Gluon dataset" if isinstance(d, Dataset) else f"an object of type {type(d).__name__}" for d in pair]
    if kinds != ["a Gluon dataset", "a Gluon dataset"]:
        return {"kinds": kinds}
    items = [[d[i] for i in reversed(range(len(d)))][::-1] for d in pair]
    types = sorted({named(item) for one in items for item in one})
    seen = {"kinds": kinds, "lengths": [len(d) for d in pair], "types": types}
    if types != ["MXNet array, label"]:
        return seen
    return {
        **seen,
        "ten_images": some(items[0]),
        "ten_labels": numbers([label for _, label in items[0]]),
        "hundred_images": some(items[1]),
        "hundred_labels": numbers([label for _, label in items[1]]),
    }


def named(item):
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        return type(item).__name__
    return "MXNet array, label" if isinstance(item[0], NDArray) else f"{type(item[0]).__name__}, label"


def some(items):
    """Return the images of items, of many items only of some: a result may not be too large."""
    return [image for image, _ in items[:: 1 + len(items) // 20]]


def numbers(labels):
    """Return labels as one array, unless one is no number: a result of many parts may be too large."""
    return onp.array(labels) if all(isinstance(one, (int, onp.number)) for one in labels) else labels


def write(case, numpy):
    ten, hundred = case.folders
    for folder in case.folders:
        os.makedirs(folder, exist_ok=True)
    rows = onp.hstack([numpy(case.ten_labels)[:, None], numpy(case.ten_images)])
    for i, part in enumerate(onp.split(rows, 5)):
        part.tofile(f"{ten}/data_batch_{i + 1}.bin")
    onp.hstack([numpy(case.ten_test_labels)[:, None], numpy(case.ten_test_images)]).tofile(f"{ten}/test_batch.bin")
    labels = onp.stack([numpy(case.coarse), numpy(case.fine)], axis=1)
    onp.hstack([labels, numpy(case.hundred_images)]).tofile(f"{hundred}/train.bin")
    onp.hstack([numpy(case.hundred_test_labels), numpy(case.hundred_test_images)]).tofile(f"{hundred}/test.bin")
