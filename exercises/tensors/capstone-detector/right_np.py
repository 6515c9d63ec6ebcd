from mxnet import np, npx


def detect(anchors, deltas, logits, threshold, overlap, limit):
    anchors, deltas, logits = (a.as_np_ndarray() for a in (anchors, deltas, logits))
    centre = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:]
    size = anchors[:, 2:] * np.exp(deltas[:, 2:])
    boxes = np.clip(np.concatenate([centre - size / 2, centre + size / 2], axis=1), 0, 1)
    foreground = npx.softmax(logits)[:, 1:]
    found = [
        (score, label, corners)
        for score, label, corners in zip(
            foreground.max(axis=1).tolist(), np.argmax(foreground, axis=1).tolist(), boxes.tolist()
        )
        if score > threshold
    ]
    found.sort(key=lambda entry: -entry[0])
    kept = []
    for score, label, box in found[:limit]:
        if all(label != other or iou(box, rival) <= overlap for _, other, rival in kept):
            kept.append((score, label, box))
    scores, labels, corners = zip(*kept)
    return [np.array(corners), np.array(scores), np.array(labels)]


def iou(a, b):
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return shared / (areas - shared)
