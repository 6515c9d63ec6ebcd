# mistake: the hits of the devices are still added while they are on different contexts, so on two GPUs the sum raises an error
# named: added-across-devices
from mxnet import gluon


def tensor_split(array, ctxs):
    size, extra = divmod(len(array), len(ctxs))
    begin = 0
    for i, ctx in enumerate(ctxs):
        end = begin + size + (i < extra)
        if end > begin:
            yield array[begin:end].as_in_context(ctx)
        begin = end


def accuracy(net, data, label, ctxs):
    hits = 0
    for x, y in zip(tensor_split(data, ctxs), tensor_split(label, ctxs)):
        found = net(x).argmax(axis=1).astype(y.dtype)
        hits = hits + (found == y).astype("float32").sum()
    return hits.asscalar() / len(data)
