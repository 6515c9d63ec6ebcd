import torch


def weighted_loss(logits, labels, weights, ignore):
    return torch.nn.functional.cross_entropy(logits, labels, weight=weights, ignore_index=ignore)
