import torch


def make_dataset(data, label):
    return torch.utils.data.TensorDataset(data, label)
