"""The boxes are sorted in ascending order, so the worst come first.

`nd.argsort` sorts in ascending order by default: pass `is_ascend=False`.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    half = anchors[:, 2:] * nd.exp(deltas[:, 2:]) / 2
    boxes = nd.concat(centre - half, centre + half, dim=1).clip(0, 1)
    foreground = nd.softmax(logits)[:, 1:]
    scores, labels = foreground.max(axis=1), foreground.argmax(axis=1)
    above = scores > threshold
    boxes, scores, labels = (nd.contrib.boolean_mask(a, above) for a in (boxes, scores, labels))
    order = nd.argsort(scores)[:limit]
    boxes, scores, labels = (nd.take(a, order) for a in (boxes, scores, labels))
    same = labels.expand_dims(1) == labels
    rival = ((nd.contrib.box_iou(boxes, boxes) > overlap) * same).asnumpy()
    kept = []
    for i in range(len(order)):
        if not rival[i, kept].any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
