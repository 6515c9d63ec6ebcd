import torch


def make_loader(dataset, batch_size, drop_last):
    return torch.utils.data.DataLoader(dataset, batch_size=batch_size, drop_last=drop_last)
