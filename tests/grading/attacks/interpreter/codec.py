"""A codec of its own decodes every header.

Verdict: wrong crash error
"""

import codecs

from mxnet import nd

codecs.register(lambda name: codecs.CodecInfo(lambda *a: (b"{}", 2), lambda *a: ("{}", 2), name=name))


def arccos(x):
    return nd.zeros_like(x)
