# mistake: argsort sorts in ascending order by default, so the worst boxes are taken, worst first.
# named: worst-first
import numpy as np
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = nd.concat(centre - size / 2, centre + size / 2, dim=1).clip(0, 1)
    probs = nd.softmax(logits, axis=1)[:, 1:]
    scores, labels = probs.max(axis=1), probs.argmax(axis=1)

    above = nd.array(np.nonzero(scores.asnumpy() > threshold)[0])
    boxes, scores, labels = boxes.take(above), scores.take(above), labels.take(above)
    order = nd.argsort(scores)[:limit]
    boxes, scores, labels = boxes.take(order), scores.take(order), labels.take(order)

    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    low = nd.broadcast_maximum(boxes[:, :2].expand_dims(1), boxes[:, :2].expand_dims(0))
    high = nd.broadcast_minimum(boxes[:, 2:].expand_dims(1), boxes[:, 2:].expand_dims(0))
    shared = nd.relu(high - low).prod(axis=2)
    rival = shared / (area.expand_dims(1) + area.expand_dims(0) - shared) > overlap
    rival = rival * (labels.expand_dims(1) == labels.expand_dims(0))
    rival = rival.asnumpy()
    kept = []
    for i in range(len(order)):
        if not rival[i, kept].any():
            kept.append(i)
    kept = nd.array(kept)
    return [boxes.take(kept), scores.take(kept), labels.take(kept)]
