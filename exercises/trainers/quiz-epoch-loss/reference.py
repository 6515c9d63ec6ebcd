import torch


def epoch_loss(batches):
    outputs = torch.cat([output for output, _ in batches])
    labels = torch.cat([label for _, label in batches])
    return torch.nn.CrossEntropyLoss()(outputs, labels).item()
