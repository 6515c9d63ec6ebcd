import torch


def prepare(dataset, height, width, mean, std):
    """Do what torchvision's CenterCrop, a division by 255 and Normalize do; the images are (h, w, c)."""
    mean, std = (torch.tensor(values)[:, None, None] for values in (mean, std))
    items = []
    for image, label in dataset:
        top, left = ((have - want) // 2 for have, want in zip(image.shape, (height, width)))
        planes = image[top : top + height, left : left + width].permute(2, 0, 1).float() / 255
        items.append(((planes - mean) / std, label))
    return items
