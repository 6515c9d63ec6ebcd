from mxnet.gluon.data import SimpleDataset
from mxnet.ndarray import NDArray


def observe(padded_batches, case, kit):
    dataset = SimpleDataset(list(zip(case.sequences, case.ids)))
    batches = padded_batches(dataset, case.batch_size)
    seen = {"types": [named(batch) for batch in batches]}
    if set(seen["types"]) - {"MXNet array, MXNet array, MXNet array"}:
        return seen
    parts = zip(("data", "lengths", "labels"), zip(*batches))
    return {**seen, **{name: list(arrays) for name, arrays in parts}}


def named(batch):
    parts = batch if isinstance(batch, (list, tuple)) else [batch]
    return ", ".join("MXNet array" if isinstance(part, NDArray) else type(part).__name__ for part in parts)
