import mxnet as mx
from mxnet import gluon, nd

x = nd.ones(({{n}}, 2), ctx=mx.cpu({{a}}))
first, second = gluon.utils.split_and_load(x, [mx.cpu({{b}}), mx.cpu({{c}})], even_split=False)
with mx.cpu({{d}}):
    second.as_in_context(mx.cpu({{a}}))
    made = [nd.zeros(first.shape), nd.ones_like(second), nd.array(first), x * 2]
result = [array.context.device_id for array in made] + [len(second)]
