# mistake: MultiBoxDetection scales the deltas by its default variances (0.1, 0.1, 0.2, 0.2); for these deltas it needs variances=(1, 1, 1, 1).
# named: default-variances
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    half = anchors[:, 2:] / 2
    corners = nd.concat(anchors[:, :2] - half, anchors[:, :2] + half, dim=1)
    probs = nd.softmax(logits, axis=1)

    found = nd.contrib.MultiBoxDetection(
        probs.transpose().expand_dims(0),
        deltas.reshape((1, -1)),
        corners.expand_dims(0),
        clip=True,
        threshold=threshold,
        nms_threshold=overlap,
        force_suppress=False,
    )[0]
    found = found[:limit]
    found = nd.contrib.boolean_mask(found, found[:, 0] >= 0)
    return [found[:, 2:], found[:, 1], found[:, 0]]
