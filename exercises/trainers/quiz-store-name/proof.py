import mxnet as mx
from mxnet import nd

store = mx.kv.create("dits_sync")  # no error, no waiting
assert store.num_workers == 1
assert store.rank == 0
store.init(0, nd.zeros((2,)))
store.push(0, nd.ones((2,)))
out = nd.zeros((2,))
store.pull(0, out=out)
assert (out.asnumpy() == 1).all(), "it works, and alone"

try:
    mx.kv.create("dist_sync")  # outside a job even the right name finds nothing
    raise SystemExit("a distributed store without a job")
except mx.base.MXNetError as error:
    assert "DMLC_NUM_WORKER" in str(error) or "DMLC" in str(error)

try:
    mx.kv.create(3)
    raise SystemExit("a number is taken for a name")
except TypeError:
    pass
