import torch


def masked_nll(logits, labels, ignored):
    log_probs = torch.log_softmax(logits, dim=1)
    keep = labels != ignored
    index = torch.where(keep, labels, 0).long()
    picked = log_probs[torch.arange(len(labels)), index]
    return -picked[keep].mean()
