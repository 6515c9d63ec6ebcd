import contextlib
import os

import numpy as onp
from mxnet.gluon.data import DataLoader
from mxnet.ndarray import NDArray

asnumpy = NDArray.asnumpy


def observe(make_loader, case, kit):
    write(case, case.signals.asnumpy())
    loader = make_loader(*case.arguments)
    if not isinstance(loader, DataLoader):
        return {"kind": f"an object of type {type(loader).__name__}"}
    seen = {"kind": "a Gluon DataLoader", "length": len(loader), "workers": loader._num_workers}
    first, again = list(loader), list(loader)
    seen["types"] = [named(batch) for batch in first]
    if {named(batch) for batch in first + again} - {"MXNet array, MXNet array"}:
        return seen
    if [asnumpy(data).tobytes() for data, _ in first] != [asnumpy(data).tobytes() for data, _ in again]:
        return {**seen, "repeats": "other items"}
    write(case, case.later.asnumpy())
    second = list(loader)
    if {named(batch) for batch in second} != set(seen["types"]):
        return seen
    return {
        **seen,
        "repeats": "the same items",
        "alone": alone(make_loader(*case.arguments)._dataset, case.folder),
        "sizes": [len(labels) for _, labels in first],
        "data": [data for data, _ in first],
        "labels": [labels for _, labels in first],
        "second": [data for data, _ in second],
    }


def alone(dataset, folder):
    """Return in words whether an item needs the files of others: whether one of them can be read if one file is left."""
    for name in os.listdir(folder):
        if name.endswith(".npy") and not name.endswith("_0.npy"):
            os.remove(os.path.join(folder, name))
    for i in range(len(dataset)):
        with contextlib.suppress(OSError):
            dataset[i]
            return "it needs its own file only"
    return "it needs other files"


def named(batch):
    parts = batch if isinstance(batch, (list, tuple)) else [batch]
    return ", ".join("MXNet array" if isinstance(part, NDArray) else type(part).__name__ for part in parts)


def write(case, signals):
    """Write the signals of shape (n, c, t) as float64, the table, and one more file that is not in the table."""
    os.makedirs(case.folder, exist_ok=True)
    files = [f"r{i:02}_{place}.npy" for place, i in enumerate(case.files.asnumpy())]
    words = [*case.words, *(f"kind {i}" for i in range(30 * len(files)))]
    names = [words[i] for i in case.names.asnumpy()]
    for name, signal in zip(files, signals, strict=True):
        onp.save(os.path.join(case.folder, name), signal.astype("float64"))
    onp.save(os.path.join(case.folder, "000.npy"), signals[0].astype("float64"))
    with open(os.path.join(case.folder, "labels.csv"), "w") as table:
        lines = "\n".join(f"{file},{name}" for file, name in zip(files, names, strict=True))
        table.write(lines + "\n" * case.final_newlines)
