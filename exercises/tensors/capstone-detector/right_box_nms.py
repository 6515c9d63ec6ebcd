from mxnet import nd


def detect(anchors, deltas, logits, threshold, overlap, limit):
    cx, cy, w, h = anchors.T
    dx, dy, dw, dh = deltas.T
    cx, cy, w, h = cx + dx * w, cy + dy * h, w * nd.exp(dw), h * nd.exp(dh)
    boxes = nd.clip(nd.stack(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2), 0, 1)
    foreground = nd.softmax(logits.T, axis=0)[1:]
    labels, scores = foreground.argmax(axis=0), foreground.max(axis=0)
    table = nd.concat(nd.stack(labels, scores), boxes, dim=0).T
    found = nd.contrib.box_nms(table, overlap_thresh=overlap, valid_thresh=threshold, topk=limit, id_index=0)
    kept = nd.contrib.boolean_mask(found, found.T[0] != -1)
    labels, scores, *corners = kept.T
    return [nd.stack(*corners).T, scores, labels]
