import torch


def observe(normalised, case, kit):
    dataset = normalised(*case.arguments)
    items = [dataset[i] for i in range(len(dataset))]
    images, labels = next(iter(torch.utils.data.DataLoader(dataset, batch_size=len(dataset))))
    return {
        "kind": "a Gluon dataset",
        "length": len(dataset),
        "types": ["MXNet array, label" for _ in items],
        "images": [image for image, _ in items],
        "labels": [int(label) for _, label in items],
        "batch": images,
        "batch_labels": labels,
    }
