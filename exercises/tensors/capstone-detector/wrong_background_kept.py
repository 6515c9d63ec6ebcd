"""A box whose best class is the background is kept.

The background is no label: leave class 0 out before you take the best class and its score.
"""

import numpy as onp
from mxnet import nd


def corners(anchors, deltas):
    cx = anchors[:, 0] + deltas[:, 0] * anchors[:, 2]
    cy = anchors[:, 1] + deltas[:, 1] * anchors[:, 3]
    w = anchors[:, 2] * nd.exp(deltas[:, 2])
    h = anchors[:, 3] * nd.exp(deltas[:, 3])
    box = nd.stack(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, axis=1)
    return nd.clip(box, 0, 1)


def iou(a, b):
    width = max(0.0, min(a[2], b[2]) - max(a[0], b[0]))
    height = max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
    shared = width * height
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    return shared / union if union > 0 else 0.0


def detect(anchors, deltas, logits, threshold, overlap, limit):
    boxes = corners(anchors, deltas).asnumpy()
    probabilities = nd.softmax(logits, axis=1)
    scores = nd.max(probabilities, axis=1).asnumpy()
    # class 0 is the background, the others count from 0
    labels = (nd.argmax(probabilities, axis=1) - 1).asnumpy()

    order = [i for i in onp.argsort(-scores) if scores[i] > threshold][:limit]
    kept = []
    for i in order:
        if all(labels[i] != labels[j] or iou(boxes[i], boxes[j]) <= overlap for j in kept):
            kept.append(i)
    parts = (boxes[kept], scores[kept], labels[kept])
    return [nd.array(part, dtype="float32") for part in parts]
