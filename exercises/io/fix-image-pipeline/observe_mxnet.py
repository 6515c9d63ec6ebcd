from mxnet.gluon.data import Dataset, SimpleDataset
from mxnet.ndarray import NDArray


def observe(prepare, case, kit):
    given, *options = case.arguments
    if hasattr(case, "more"):
        given = SimpleDataset([*given, *case.more])
    dataset = prepare(given, *options)
    if not isinstance(dataset, Dataset):
        return {"kind": f"an object of type {type(dataset).__name__}"}
    items = [dataset[i] for i in reversed(range(len(dataset)))][::-1]
    seen = {"kind": "a Gluon dataset", "types": [named(item) for item in items]}
    if set(seen["types"]) - {"MXNet array, label"}:
        return seen
    return {**seen, "images": [image for image, _ in items], "labels": [label for _, label in items]}


def named(item):
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        return type(item).__name__
    return "MXNet array, label" if isinstance(item[0], NDArray) else f"{type(item[0]).__name__}, label"
