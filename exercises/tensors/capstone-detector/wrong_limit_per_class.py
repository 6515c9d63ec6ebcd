"""The limit counts for each class.

`limit` is the number of candidates of all classes together: take the best ones of all boxes, then suppress inside of each class.
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
    count = int((scores > threshold).sum().asscalar())

    overlaps = nd.contrib.box_iou(boxes, boxes).asnumpy()
    ids = labels.asnumpy().tolist()
    kept = []
    for i in range(count):
        better = [j for j in kept if ids[j] == ids[i]]
        if ids[:i].count(ids[i]) < limit and not (overlaps[i, better] > overlap).any():
            kept.append(i)
    return [nd.take(a, nd.array(kept)) for a in (boxes, scores, labels)]
