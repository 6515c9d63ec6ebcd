import torch


def make_samplers(dataset):
    return torch.utils.data.SequentialSampler(dataset), torch.utils.data.RandomSampler(dataset)
