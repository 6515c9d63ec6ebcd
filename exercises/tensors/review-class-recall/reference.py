def class_recall(logits, labels):
    classes = logits.shape[1]
    labels = labels.long()
    hit = logits.argmax(dim=1) == labels
    right = labels[hit].bincount(minlength=classes)
    total = labels.bincount(minlength=classes)
    return right / total.clamp(min=1)
