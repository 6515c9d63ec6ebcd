import numpy as onp
from mxnet.gluon.data import DataLoader, Dataset


def observe(make_dataset, case, kit):
    dataset = make_dataset(*case.arguments)
    if not isinstance(dataset, Dataset):
        return {"kind": f"an object of type {type(dataset).__name__}"}
    seen = {"kind": "a Gluon dataset", "length": len(dataset)}
    items = [dataset[i] for i in range(len(dataset))]
    if not all(isinstance(item, (tuple, list)) for item in items):
        return {**seen, "pairs": type(items[0]).__name__}
    seen["pairs"] = [len(item) for item in items]
    if any(len(item) != 2 for item in items):
        return seen
    batch = next(iter(DataLoader(dataset, batch_size=len(dataset))))
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        return {**seen, "batch": type(batch).__name__}
    data, labels = batch
    return {
        **seen,
        "items": [item[0] for item in items],
        "labels": [item[1] for item in items],
        "batch": data,
        "batch_labels": labels,
        "label_dtype": onp.dtype(labels.dtype).name,
    }
