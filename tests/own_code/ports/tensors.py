import mxnet as mx
import numpy as onp
from mxnet import nd


def pixel_shuffle(x, factor=2):
    b, c, h, w = x.shape
    x = x.reshape((b, c // factor**2, factor, factor, h, w))
    return x.transpose((0, 1, 4, 2, 5, 3)).reshape((b, c // factor**2, h * factor, w * factor))


def causal_mask(size):
    return nd.array(onp.tril(onp.ones((size, size), bool)), dtype="bool")


def statistics(x, *, keepdim=False):
    mean = x.mean(axis=-1, keepdims=True)
    deviation = nd.sqrt(((x - mean) ** 2).sum(axis=-1, keepdims=True) / (x.shape[-1] - 1))
    return (mean, deviation) if keepdim else (mean.reshape((-1,)), deviation.reshape((-1,)))


def classify(x, weight):
    logits = nd.dot(x, weight, transpose_b=True)
    return {"logits": logits, "best": logits.argmax(axis=-1).astype("int64")}


def pool(x, mask=None, mode="mean"):
    if mask is not None:
        x = x * mask.astype("float32").expand_dims(-1)
    return x.mean(axis=1) if mode == "mean" else x.max(axis=1)


def add_noise_scale(x, scale):
    x *= scale


def collate(batch):
    sequences, labels = zip(*batch)
    longest = max(len(s) for s in sequences)
    padded = nd.zeros((len(sequences), longest))
    for i, s in enumerate(sequences):
        padded[i, : len(s)] = s
    return {"x": padded, "y": nd.array(labels, dtype="int64"), "lengths": [len(s) for s in sequences]}


def concat(*tensors, dim=0):
    return nd.concat(*tensors, dim=dim)


def gumbel_sample(logits, temperature=1.0):
    noise = -nd.log(-nd.log(nd.random.uniform(shape=logits.shape) + 1e-10) + 1e-10)
    return nd.softmax((logits + noise) / temperature, axis=-1)


class Swish(mx.autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * nd.sigmoid(x)

    def backward(self, grad):
        (x,) = self.saved_tensors
        s = nd.sigmoid(x)
        return grad * (s + x * s * (1 - s))


class Normalizer:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, x):
        return (x - self.mean) / self.std

    def inverse(self, x):
        return x * self.std + self.mean

    @staticmethod
    def scale(x, by):
        return x * by


def count_large(x, limit=0.0):
    return int((x > limit).sum().asscalar())


def scatter_mean(src, index, size):
    rows = nd.one_hot(index, size)
    return nd.dot(rows, src, transpose_a=True) / nd.maximum(rows.sum(axis=0), 1.0).expand_dims(1)
