from mxnet.gluon.data import DataLoader, Dataset


def observe(make_dataset, case, kit):
    dataset = make_dataset(*case.arguments)
    if not isinstance(dataset, Dataset):
        return {"kind": f"an object of type {type(dataset).__name__}"}
    seen = {"kind": "a Gluon dataset", "length": len(dataset)}
    items = [dataset[i] for i in reversed(range(len(dataset)))][::-1]
    if not all(isinstance(item, (tuple, list)) for item in items):
        return {**seen, "pairs": type(items[0]).__name__}
    seen["pairs"] = [len(item) for item in items]
    if any(len(item) != 2 for item in items):
        return seen
    seen |= {"items": [item[0] for item in items], "labels": [item[1] for item in items]}
    batches = list(DataLoader(dataset, batch_size=case.batch_size))
    if not all(isinstance(batch, (tuple, list)) and len(batch) == 2 for batch in batches):
        return {**seen, "batches": type(batches[0]).__name__}
    return {**seen, "batches": [data for data, _ in batches], "batch_labels": [labels for _, labels in batches]}
