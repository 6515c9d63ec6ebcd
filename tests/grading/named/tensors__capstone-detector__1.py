# mistake: box_nms is called without id_index, so boxes of different labels suppress each other.
# named: any-label
import numpy as np
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = nd.concat(centre - size / 2, centre + size / 2, dim=1).clip(0, 1)
    probs = nd.softmax(logits, axis=1)[:, 1:]
    scores = probs.max(axis=1).expand_dims(1)
    labels = probs.argmax(axis=1).expand_dims(1)

    rows = nd.concat(labels, scores, boxes, dim=1)
    rows = nd.contrib.box_nms(
        rows, overlap_thresh=overlap, valid_thresh=threshold, topk=limit, coord_start=2, score_index=1
    )
    kept = np.nonzero(rows[:, 1].asnumpy() >= 0)[0]
    rows = nd.take(rows, nd.array(kept))
    return [rows[:, 2:], rows[:, 1], rows[:, 0]]
