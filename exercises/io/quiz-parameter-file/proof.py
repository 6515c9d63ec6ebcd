from mxnet import nd
from mxnet.gluon import nn


def make(prefix):
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(nn.Dense(8, in_units=4, activation="relu"), nn.Dense(3, in_units=8))
    return net


net = make("first_")
net.initialize()


def taken(save):
    save()
    twin = make("second_")
    try:
        twin.load_parameters("p")
    except (AssertionError, ValueError, RuntimeError, AttributeError):
        return False
    x = nd.ones((2, 4))
    return bool((twin(x).asnumpy() == net(x).asnumpy()).all())


assert taken(lambda: net.save_parameters("p")), "the right option"
assert sorted(nd.load("p")) == ["0.bias", "0.weight", "1.bias", "1.weight"], "explain: the keys"
assert not taken(lambda: net.collect_params().save("p"))
assert sorted(nd.load("p"))[0] == "first_dense0_bias", "why: full names"
assert not taken(lambda: nd.save("p", {name: p.data() for name, p in net.collect_params().items()}))
assert not taken(lambda: nd.save("p", [p.data() for p in net.collect_params().values()]))
assert taken(lambda: net.collect_params().save("p", strip_prefix="first_")), "explain: strip_prefix"
