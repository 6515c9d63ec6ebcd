# mistake: moves only the parameters of the children, so a net that is a single layer or has parameters of its own is not moved completely
# named: only-children
import mxnet as mx
from mxnet import nd


def predict_on(net, x, ctx):
    for child in net._children.values():
        child.collect_params().reset_ctx(ctx)
    batch = x.as_in_context(ctx)
    return net(batch)
