"""Makes its function from text."""

import mxnet as mx

space = {}
exec("import mxnet\n\ndef inner(x):\n    return eval('mxnet.nd.arccos(x)')\n", space)


def arccos(x):
    return space["inner"](x)
