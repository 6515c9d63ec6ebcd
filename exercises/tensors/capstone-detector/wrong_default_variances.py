"""The deltas are multiplied by the default variances.

`MultiBoxDetection` multiplies the deltas by `variances`, (0.1, 0.1, 0.2, 0.2) by default: pass `variances=(1, 1, 1, 1)`.
"""

from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    half = anchors[:, 2:] / 2
    corners = nd.concat(anchors[:, :2] - half, anchors[:, :2] + half, dim=1)
    found = nd.contrib.MultiBoxDetection(
        nd.softmax(logits).T.expand_dims(0),
        deltas.reshape((1, -1)),
        corners.expand_dims(0),
        threshold=threshold,
        nms_threshold=overlap,
        nms_topk=limit,
    )[0]
    found = nd.contrib.boolean_mask(found, found[:, 0] >= 0)
    return [found[:, 2:], found[:, 1], found[:, 0]]
