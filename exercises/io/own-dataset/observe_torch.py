import os

import numpy as np


def observe(make_loader, case, kit):
    write(case, case.signals.numpy())
    loader = make_loader(case.folder, case.batch_size, 0)  # the workers are MXNet's matter
    first = list(loader)
    write(case, case.later.numpy())
    return {
        "kind": "a Gluon DataLoader",
        "length": len(loader),
        "workers": case.workers,
        "types": ["MXNet array, MXNet array" for _ in first],
        "repeats": "the same items",
        "alone": "it needs its own file only",
        "sizes": [len(labels) for _, labels in first],
        "data": [data for data, _ in first],
        "labels": [labels for _, labels in first],
        "second": [data for data, _ in loader],
    }


def write(case, signals):
    """Write the signals of shape (n, c, t) as float64, the table, and one more file that is not in the table."""
    os.makedirs(case.folder, exist_ok=True)
    files = [f"r{i:02}_{place}.npy" for place, i in enumerate(case.files.numpy())]
    words = [*case.words, *(f"kind {i}" for i in range(30 * len(files)))]
    names = [words[i] for i in case.names.numpy()]
    for name, signal in zip(files, signals, strict=True):
        np.save(os.path.join(case.folder, name), signal.astype("float64"))
    np.save(os.path.join(case.folder, "000.npy"), signals[0].astype("float64"))
    with open(os.path.join(case.folder, "labels.csv"), "w") as table:
        lines = "\n".join(f"{file},{name}" for file, name in zip(files, names, strict=True))
        table.write(lines + "\n" * case.final_newlines)
