"""Helpers that take what they are given."""
import torch


class AverageMeter(object):
    def __init__(self):
        self.reset()

    def reset(self):
        self.sum = 0.0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def mean(self):
        return self.sum / max(self.count, 1)


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        maxk = max(topk)
        _, pred = output.topk(maxk, 1, True, True)
        pred = pred.t()
        correct = pred.eq(target.view(1, -1).expand_as(pred))
        res = []
        for k in topk:
            correct_k = correct[:k].reshape(-1).float().sum(0)
            res.append(correct_k.mul_(100.0 / target.size(0)).item())
        return res


def confusion(pred, target, classes):
    matrix = torch.zeros(classes, classes, dtype=torch.long)
    for t, p in zip(target.view(-1), pred.view(-1)):
        matrix[t.item(), p.item()] += 1
    mask = matrix.sum(1) > 0
    return matrix[mask].float().mean().tolist()


def log(line, parts):
    fields = line.split(",")
    return " ".join(f"{name.strip()}={value:.3f}" for name, value in zip(fields, parts))
