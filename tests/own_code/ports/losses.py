from mxnet import nd


def focal_loss(logits, targets, alpha=0.25, gamma=2.0, reduction="mean"):
    p = nd.sigmoid(logits)
    loss = nd.relu(logits) - logits * targets + nd.Activation(-nd.abs(logits), act_type="softrelu")
    pt = p * targets + (1 - p) * (1 - targets)
    loss = (alpha * targets + (1 - alpha) * (1 - targets)) * (1 - pt) ** gamma * loss
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def label_smoothing_loss(logits, target, smoothing=0.1):
    log_probs = nd.log_softmax(logits, axis=-1)
    picked = -nd.pick(log_probs, target, axis=-1)
    return ((1 - smoothing) * picked - smoothing * log_probs.mean(axis=-1)).mean()


def topk_accuracy(output, target, topk=(1, 2)):
    pred = nd.topk(output, axis=1, k=max(topk), ret_typ="indices").T
    correct = pred == target.astype("float32").reshape((1, -1)).broadcast_to(pred.shape)
    return [correct[:k].sum() * (100.0 / target.shape[0]) for k in topk]


def box_iou(boxes1, boxes2):
    area1 = (boxes1[:, 2] - boxes1[:, 0]) * (boxes1[:, 3] - boxes1[:, 1])
    area2 = (boxes2[:, 2] - boxes2[:, 0]) * (boxes2[:, 3] - boxes2[:, 1])
    a, b = boxes1.expand_dims(1), boxes2.expand_dims(0)
    lt = nd.broadcast_maximum(a[:, :, :2], b[:, :, :2])
    rb = nd.broadcast_minimum(a[:, :, 2:], b[:, :, 2:])
    wh = nd.relu(rb - lt)
    inter = wh[:, :, 0] * wh[:, :, 1]
    total = nd.broadcast_add(area1.abs().expand_dims(1), area2.abs().expand_dims(0))
    return inter / (total - inter + 1.0)


def dice_score(prediction, mask, eps=1e-6):
    prediction = prediction > 0.5
    mask = mask.astype("float32")
    return (2 * (prediction * mask).sum() + eps) / (prediction.sum() + mask.sum() + eps)
