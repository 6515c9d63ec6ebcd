import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, random_split
from torch.utils.data.dataloader import default_collate


class Blobs(Dataset):
    def __init__(self, count=24, size=8, transform=None):
        rng = np.random.RandomState(0)
        self.images = rng.rand(count, size, size).reshape(count, size, size)
        self.labels = rng.randint(0, 3, size=count)
        self.transform = transform

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        image = self.images[index].copy()
        if self.transform:
            image = self.transform(image)
        label = torch.tensor(int(self.labels[index]), dtype=torch.long)
        return image, label


def collate(batch):
    images, labels = zip(*batch)
    images = torch.stack(images, dim=0)
    labels = torch.stack([l.view(1) for l in labels]).squeeze(1)
    return {"image": images, "label": labels, "size": images.size(0)}


def make_loader(dataset, batch_size=4, **kwargs):
    train, held = random_split(dataset, [16, 8], generator=torch.Generator().manual_seed(1))
    loader = DataLoader(train, batch_size=batch_size, shuffle=True, collate_fn=collate, **kwargs)
    return loader, DataLoader(held, batch_size=batch_size)
