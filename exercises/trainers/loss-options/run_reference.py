import torch


def weighted_loss(logits, labels, weights, ignore):
    return torch.nn.functional.cross_entropy(logits, labels.long(), weight=weights, ignore_index=ignore)
