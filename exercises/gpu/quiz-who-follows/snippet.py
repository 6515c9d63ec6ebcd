import mxnet as mx
from mxnet import nd

a = nd.ones((2,), ctx=mx.cpu({{device}}))
with mx.cpu({{scope}}):
    made = [nd.zeros(a.shape), nd.zeros_like(a), nd.array(a), a + 1]
result = [str(array.context) for array in made]
