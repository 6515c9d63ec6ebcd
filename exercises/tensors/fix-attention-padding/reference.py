import torch


def attend(scores, lengths, values):
    steps = torch.arange(scores.shape[2])
    padding = steps.view(1, 1, -1) >= lengths.view(-1, 1, 1)
    scores = scores.masked_fill(padding, -1e9)
    weights = torch.softmax(scores, dim=2)
    return torch.bmm(weights, values)
