import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def profile(before_stop, after_stop=nd.waitall):
    """Return the rows of the table as {name: (calls, time in ms)}."""
    nd.waitall()
    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename="profile.json")
    mx.profiler.set_state("run")
    before_stop()
    nd.waitall()
    mx.profiler.set_state("stop")
    after_stop()
    nd.waitall()
    rows = [line.split() for line in mx.profiler.dumps(reset=True).splitlines()]
    return {row[0]: (int(row[1]), float(row[2])) for row in rows if len(row) == 6 and row[1].isdigit()}


# The proofs run with MXNet's engine without threads, where each call runs immediately. So the work that the usual engine
# does after the stop is called after it here.
a = nd.random.normal(shape=(400, 400))
late = profile(before_stop=lambda: nd.exp(a), after_stop=lambda: nd.dot(a, a))
assert "dot" not in late and "exp" in late, "the right option: an operator that runs after the stop is not listed"
table = profile(before_stop=lambda: nd.dot(a, a))
assert table["dot"][0] == 1, "operators are listed, also those that use BLAS"
assert table["MXImperativeInvokeEx"][0] == 1, "the call has a row of its own"
net = nn.Dense(3, in_units=2)
net.initialize()
assert "FullyConnected" in profile(lambda: net(nd.ones((4, 2)))), "nets are listed without hybridize"
