# mistake: A comparison gives a float32 array of 0 and 1, and indexing with it takes the rows 0 and 1 instead of selecting by a mask.
# named: mask-as-rows
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = nd.concat(centre - size / 2, centre + size / 2, dim=1).clip(0, 1)
    probs = nd.softmax(logits, axis=1)[:, 1:]
    scores, labels = probs.max(axis=1), probs.argmax(axis=1)

    above = scores > threshold
    boxes, scores, labels = boxes[above], scores[above], labels[above]
    order = scores.argsort(is_ascend=False)[:limit]
    boxes, scores, labels = boxes[order], scores[order], labels[order]

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
    return [boxes[kept], scores[kept], labels[kept]]
