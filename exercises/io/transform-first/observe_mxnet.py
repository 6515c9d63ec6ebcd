from mxnet.gluon.data import DataLoader, Dataset
from mxnet.ndarray import NDArray


def observe(normalised, case, kit):
    dataset = normalised(*case.arguments)
    if not isinstance(dataset, Dataset):
        return {"kind": f"an object of type {type(dataset).__name__}"}
    seen = {"kind": "a Gluon dataset", "length": len(dataset)}
    items = [dataset[i] for i in reversed(range(len(dataset)))][::-1]
    seen["types"] = [named(item) for item in items]
    if set(seen["types"]) - {"MXNet array, label"}:
        return seen
    batches = list(DataLoader(dataset, batch_size=case.batch_size))
    return {
        **seen,
        "images": [image for image, _ in items],
        "labels": [label for _, label in items],
        "batch": [images for images, _ in batches],
        "batch_labels": [labels for _, labels in batches],
        "source": [image for image, _ in case.dataset],
    }


def named(item):
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        return type(item).__name__
    return "MXNet array, label" if isinstance(item[0], NDArray) else f"{type(item[0]).__name__}, label"
