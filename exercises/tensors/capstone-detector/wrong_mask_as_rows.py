"""The mask of the threshold is read as row numbers.

`boxes[above]` takes the rows 0 and 1 again and again: use `nd.contrib.boolean_mask`, or sort first and keep the first rows.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    half = anchors[:, 2:] * nd.exp(deltas[:, 2:]) / 2
    boxes = nd.concat(centre - half, centre + half, dim=1).clip(0, 1)
    foreground = nd.softmax(logits)[:, 1:]
    scores, labels = foreground.max(axis=1), foreground.argmax(axis=1)
    above = scores > threshold
    boxes, scores, labels = boxes[above], scores[above], labels[above]
    order = nd.argsort(scores, is_ascend=False)[:limit]
    boxes, scores, labels = boxes[order], scores[order], labels[order]
    same = labels.expand_dims(1) == labels
    rival = ((nd.contrib.box_iou(boxes, boxes) > overlap) * same).asnumpy()
    kept = []
    for i in range(len(order)):
        if not rival[i, kept].any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
