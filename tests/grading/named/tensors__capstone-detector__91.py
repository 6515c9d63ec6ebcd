# mistake: box_nms is called without id_index, so it ignores the labels and a box is also dropped because of a better box with another label.
# named: any-label
import mxnet as mx
from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * deltas[:, 2:].exp()
    boxes = nd.concat(centre - size / 2, centre + size / 2, dim=1).clip(0, 1)

    probs = nd.softmax(logits, axis=1)[:, 1:]
    labels = probs.argmax(axis=1).expand_dims(1)
    scores = probs.max(axis=1).expand_dims(1)

    rows = nd.concat(labels, scores, boxes, dim=1).expand_dims(0)
    found = nd.contrib.box_nms(
        rows,
        overlap_thresh=overlap,
        valid_thresh=threshold,
        topk=limit,
        coord_start=2,
        score_index=1,
    )[0].asnumpy()
    found = found[found[:, 1] > threshold]
    return [nd.array(found[:, 2:]), nd.array(found[:, 1]), nd.array(found[:, 0])]
