"""Large logits give no boxes.

`nd.exp` of a number above 88 is infinite in float32, and infinity / infinity is NaN. Use `nd.softmax`, which subtracts the largest logit first.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre, size = nd.split(anchors, num_outputs=2)
    shift, growth = nd.split(deltas, num_outputs=2)
    centre, half = centre + shift * size, size * nd.exp(growth) / 2
    boxes = nd.concat(centre - half, centre + half).clip(0, 1)
    powers = nd.exp(logits)
    foreground = (powers / powers.sum(axis=1, keepdims=True)).T[1:]
    scores, labels = foreground.max(axis=0), foreground.argmax(axis=0)

    order = nd.argsort(scores, is_ascend=False)
    boxes, scores, labels = (nd.take(a, order) for a in (boxes, scores, labels))
    count = min(limit, int((scores > threshold).sum().asscalar()))

    same = labels.expand_dims(1) == labels
    rival = (nd.contrib.box_iou(boxes, boxes) > overlap) * same
    rival = rival.asnumpy()
    kept = []
    for i in range(count):
        if not rival[i, kept].any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
