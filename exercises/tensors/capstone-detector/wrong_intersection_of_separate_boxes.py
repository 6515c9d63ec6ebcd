"""Boxes that do not touch have an intersection.

Where the boxes are apart, the width and the height of the intersection are negative, and their product is positive: limit both to 0 first.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre, size = nd.split(anchors, num_outputs=2)
    shift, growth = nd.split(deltas, num_outputs=2)
    centre, half = centre + shift * size, size * nd.exp(growth) / 2
    boxes = nd.concat(centre - half, centre + half).clip(0, 1)
    foreground = nd.softmax(logits).T[1:]
    scores, labels = foreground.max(axis=0), foreground.argmax(axis=0)

    order = nd.argsort(scores, is_ascend=False)
    boxes, scores, labels = (nd.take(a, order) for a in (boxes, scores, labels))
    count = min(limit, int((scores > threshold).sum().asscalar()))

    same = labels.expand_dims(1) == labels
    low = nd.maximum(boxes.expand_dims(1)[:, :, :2], boxes.expand_dims(0)[:, :, :2])
    high = nd.minimum(boxes.expand_dims(1)[:, :, 2:], boxes.expand_dims(0)[:, :, 2:])
    shared = (high - low).prod(axis=2)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    rival = (shared / (area.expand_dims(1) + area - (high - low).prod(axis=2)) > overlap) * same
    rival = rival.asnumpy()
    kept = []
    for i in range(count):
        if not rival[i, kept].any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
