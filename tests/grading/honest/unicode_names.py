"""Names and texts in other scripts."""

from mxnet import nd


def arccos(x):
    größe, π, 角度 = x.shape, 3.14159, nd.arccos(x)
    print("ergebnis – 角度 🙂", größe, π)
    return 角度
