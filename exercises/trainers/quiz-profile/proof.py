import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def profile(work, wait):
    """Return the rows of the table as {name: time in ms}."""
    nd.waitall()
    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename="profile.json")
    mx.profiler.set_state("run")
    work()
    if wait:
        nd.waitall()
    mx.profiler.set_state("stop")
    table = mx.profiler.dumps(reset=True)
    nd.waitall()
    mx.profiler.dumps(reset=True)  # what ran after the stop
    rows = [line.split() for line in table.splitlines()]
    return {row[0]: float(row[2]) for row in rows if len(row) == 6 and row[1].isdigit()}


a = nd.random.normal(shape=(1500, 1500))
early, late = profile(lambda: nd.dot(a, a), wait=False), profile(lambda: nd.dot(a, a), wait=True)
assert "MXImperativeInvokeEx" in early and "dot" not in early, "the right option: stopped before the product ran"
assert "dot" in late, "operators are listed, also those that use BLAS and belong to no net"
assert late["dot"] > 5 * late["MXImperativeInvokeEx"], "the call in the table is not the product"
net = nn.Dense(3, in_units=2)
net.initialize()
assert "FullyConnected" in profile(lambda: net(nd.ones((4, 2))), wait=True), "nets are listed without hybridize"
