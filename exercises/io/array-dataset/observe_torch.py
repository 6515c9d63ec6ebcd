import torch


def observe(make_dataset, case, kit):
    dataset = make_dataset(*case.arguments)
    items = [dataset[i] for i in range(len(dataset))]
    data, labels = next(iter(torch.utils.data.DataLoader(dataset, batch_size=len(dataset))))
    return {
        "kind": "a Gluon dataset",
        "length": len(dataset),
        "pairs": [len(item) for item in items],
        "items": [item[0] for item in items],
        "labels": [int(item[1]) for item in items],
        "batch": data,
        "batch_labels": labels.float(),
        "label_dtype": case.label_dtype,
    }
