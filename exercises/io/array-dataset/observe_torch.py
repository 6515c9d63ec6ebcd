import torch


def observe(make_dataset, case, kit):
    dataset = make_dataset(*case.arguments)
    dtype = getattr(torch, case.label_dtype)
    items = [dataset[i] for i in range(len(dataset))]
    batches = list(torch.utils.data.DataLoader(dataset, batch_size=case.batch_size))
    return {
        "kind": "a Gluon dataset",
        "length": len(dataset),
        "pairs": [len(item) for item in items],
        "items": [item[0] for item in items],
        "labels": [item[1].to(dtype) for item in items],
        "batches": [data for data, _ in batches],
        "batch_labels": [labels.to(dtype) for _, labels in batches],
    }
