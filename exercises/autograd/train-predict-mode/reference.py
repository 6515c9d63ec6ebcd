import torch.nn.functional as F


def dropout_pair(x, p):
    return F.dropout(x, p, training=True), F.dropout(x, p, training=False)
