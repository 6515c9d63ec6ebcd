def topk_accuracy(logits, labels, k):
    predicted = logits.argsort(dim=1, descending=True)[:, :k]
    hits = (predicted == labels.view(-1, 1)).int().sum(dim=1)
    return hits.float().mean().item()
