import torch


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = torch.cat([centre - size / 2, centre + size / 2], dim=1).clamp(0, 1)
    scores, labels = logits.softmax(dim=1)[:, 1:].max(dim=1)

    above = scores > threshold
    boxes, scores, labels = boxes[above], scores[above], labels[above]
    order = scores.argsort(descending=True)[:limit]
    boxes, scores, labels = boxes[order], scores[order], labels[order]

    area = (boxes[:, 2:] - boxes[:, :2]).prod(dim=1)
    low = torch.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = torch.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = (high - low).clamp(min=0).prod(dim=2)
    rival = shared / (area[:, None] + area - shared) > overlap
    rival &= labels[:, None] == labels
    kept = []
    for i in range(len(order)):
        if not rival[i, kept].any():
            kept.append(i)
    return [boxes[kept], scores[kept], labels[kept].float()]
