# mistake: Returns the bare context mx.cpu() instead of a list when there is no GPU.
# named: missing-step, not-a-list
import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.context.num_gpus())
    return [mx.gpu(i) for i in range(n)] or mx.cpu()
