import numpy as onp
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre, size = nd.split(anchors, num_outputs=2)
    shift, growth = nd.split(deltas, num_outputs=2)
    centre, size = centre + shift * size, size * nd.exp(growth)
    boxes = nd.clip(nd.concat(centre - size / 2, centre + size / 2), 0, 1)
    overlaps = nd.contrib.box_iou(boxes, boxes).asnumpy()
    foreground = nd.softmax(logits).asnumpy().T[1:]
    scores, labels = foreground.max(axis=0), foreground.argmax(axis=0)
    ranked = [i for i in onp.argsort(-scores) if scores[i] > threshold]
    kept = []
    for i in ranked[:limit]:
        if all(labels[i] != labels[j] or overlaps[i, j] <= overlap for j in kept):
            kept.append(i)
    return [nd.array(a[kept]) for a in (boxes.asnumpy(), scores, labels)]
