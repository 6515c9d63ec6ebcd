import torch


def observe(normalised, case, kit):
    dataset = normalised(*case.arguments)
    items = [dataset[i] for i in range(len(dataset))]
    batches = list(torch.utils.data.DataLoader(dataset, batch_size=case.batch_size))
    return {
        "kind": "a Gluon dataset",
        "length": len(dataset),
        "types": ["MXNet array, label" for _ in items],
        "images": [image for image, _ in items],
        "labels": [int(label) for _, label in items],
        "batch": [images for images, _ in batches],
        "batch_labels": [labels for _, labels in batches],
        "source": [image for image, _ in case.dataset],
    }
