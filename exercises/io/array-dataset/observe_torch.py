import torch


def observe(make_dataset, case, kit):
    dataset = make_dataset(*case.arguments)
    items = [dataset[i] for i in range(len(dataset))]
    batches = list(torch.utils.data.DataLoader(dataset, batch_size=case.batch_size))
    return {
        "kind": "a Gluon dataset",
        "length": len(dataset),
        "pairs": [len(item) for item in items],
        "items": [item[0] for item in items],
        "labels": [item[1] for item in items],
        "batches": [data for data, _ in batches],
        "batch_labels": [labels for _, labels in batches],
    }
