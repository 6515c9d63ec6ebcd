# mistake: Ignores how many GPUs there are and lists limit of them whenever there is one.
# named: more-than-there-are
import mxnet as mx


def pick_devices(limit):
    if mx.context.num_gpus() > 0:
        return [mx.gpu(i) for i in range(limit)]
    return [mx.cpu()]
