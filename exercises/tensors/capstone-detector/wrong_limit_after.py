"""The limit comes after the suppression.

Take the best candidates first; only they suppress each other.
"""

import mxnet as mx
import numpy as np
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = nd.concat(centre - size / 2, centre + size / 2, dim=1).clip(0, 1)
    probs = nd.softmax(logits, axis=1)[:, 1:]
    scores = probs.max(axis=1)
    labels = probs.argmax(axis=1)

    above = scores > threshold
    boxes = nd.contrib.boolean_mask(boxes, above)
    labels = nd.contrib.boolean_mask(labels, above)
    scores = nd.contrib.boolean_mask(scores, above)
    order = scores.argsort(is_ascend=False)
    boxes, scores, labels = boxes.take(order), scores.take(order), labels.take(order)

    iou = nd.contrib.box_iou(boxes, boxes, format="corner").asnumpy()
    ids = labels.asnumpy()
    rival = (iou > overlap) & (ids[:, None] == ids)
    kept = []
    for i in range(len(ids)):
        if not rival[i, kept].any():
            kept.append(i)
    kept = nd.array(kept[:limit])
    return [boxes.take(kept), scores.take(kept), labels.take(kept)]
