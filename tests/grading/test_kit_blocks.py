"""What observers of blocks see: kinds, shapes, weights put in, recorded operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.grading


@pytest.fixture
def mx() -> Iterator[Any]:
    """MXNet, with legacy semantics again afterwards."""
    from mxtutor.compat import import_mxnet

    module = import_mxnet()
    yield module
    module.npx.reset_np()


def make_kit(mx: Any) -> Any:
    from mxtutor.grading.answer.kit_mxnet import Kit

    return Kit(mx, lambda text: mx.cpu())


def mlp(mx: Any, holder: str = "HybridSequential") -> Any:
    net = getattr(mx.gluon.nn, holder)()
    net.add(mx.gluon.nn.Dense(3, activation="relu"), mx.gluon.nn.Dense(2))
    return net


def test_a_subclass_counts_as_its_class_and_others_are_named(mx: Any) -> None:
    kit = make_kit(mx)

    class Net(mx.gluon.Block):  # type: ignore[misc]  # mxnet has no types
        pass

    assert kit.kind(Net(), "Block") == "Block"
    assert kit.kind(mlp(mx), "Block") == "Block"
    assert kit.kind(Net(), "HybridBlock") == "Block"
    assert kit.kind(mlp(mx, "Sequential"), "HybridBlock") == "Sequential"
    assert kit.kind(Net, "Block") == "a class, not an instance of it"
    assert kit.kind(None, "Block") is None
    assert kit.kind(mx.nd.ones((1,)), "Dense") == "NDArray"


def test_open_sizes_are_0_until_weights_are_put_in(mx: Any) -> None:
    kit, net = make_kit(mx), mlp(mx)
    kit.initialize(net)
    assert kit.shapes(net) == [[3, 0], [3], [2, 0], [2]]
    kit.load(net, [mx.nd.ones(s) for s in ((3, 4), (3,), (2, 3), (2,))])
    assert kit.shapes(net) == [[3, 4], [3], [2, 3], [2]]
    assert net(mx.nd.ones((1, 4))).asnumpy().tolist() == [[16.0, 16.0]]


def test_initialize_keeps_what_is_there_unless_forced(mx: Any) -> None:
    kit, dense = make_kit(mx), mx.gluon.nn.Dense(2, in_units=2)
    kit.initialize(dense, mx.init.One())
    kit.initialize(dense, mx.init.Zero())
    assert (dense.weight.data().asnumpy() == 1).all()
    kit.initialize(dense, mx.init.Zero(), again=True)
    assert (dense.weight.data().asnumpy() == 0).all()


def test_a_hybridized_net_records_one_operator(mx: Any) -> None:
    kit, net, data = make_kit(mx), mlp(mx), mx.nd.ones((1, 4))
    kit.initialize(net)
    assert kit.recorded(net, data) == ["FullyConnected", "Activation", "FullyConnected"]
    net.hybridize()
    assert kit.recorded(net, data) == ["_CachedOp"]
    assert data.grad is None


def test_weights_go_into_a_net_of_numpy_semantics(mx: Any) -> None:
    kit = make_kit(mx)
    weights = [mx.nd.ones(s) for s in ((3, 4), (3,), (2, 3), (2,))]
    data = mx.nd.ones((1, 4))
    mx.npx.set_np()
    net = mlp(mx)
    kit.initialize(net)
    assert kit.shapes(net) == [[3, 0], [3], [2, 0], [2]]
    kit.load(net, weights)
    assert net(kit.fitting(data)).asnumpy().tolist() == [[16.0, 16.0]]


def test_a_drawn_net_holds_its_weights_under_numpy_semantics(mx: Any) -> None:
    from mxtutor.grading.answer.adapter_mxnet import MXNetBuilders
    from mxtutor.grading.cases.draw import mlp as draw

    recipe = draw(np.random.default_rng(1), {"mlp": [3, 4, 2], "bn": True}, {})
    mx.npx.set_np()
    net = MXNetBuilders(mx).mlp(recipe, {})
    assert np.array_equal(net[0].weight.data().asnumpy(), recipe["layers"][0]["weight"])
    assert np.array_equal(net[1].running_var.data().asnumpy(), recipe["layers"][0]["var"])


def test_a_nested_net_computes_what_the_flat_one_does(mx: Any) -> None:
    from mxtutor.grading.answer.adapter_mxnet import MXNetBuilders
    from mxtutor.grading.cases.draw import mlp as draw

    build = MXNetBuilders(mx).mlp
    spec = {"mlp": [3, 4, 5, 2], "bn": True, "frozen": [0]}
    flat, nested, twice = (
        build(draw(np.random.default_rng(1), {**spec, "nested": inside}, {}), {}) for inside in (False, True, 2)
    )
    data = mx.nd.ones((2, 3))
    assert np.array_equal(nested(data).asnumpy(), flat(data).asnumpy())
    assert np.array_equal(twice(data).asnumpy(), flat(data).asnumpy())
    assert [len(nested), len(nested[0])] == [2, len(flat) - 1]
    assert [len(twice), len(twice[0]), len(twice[0][0])] == [2, 1, len(flat) - 1]
    requests = [[p.grad_req for p in net.collect_params().values()] for net in (flat, nested, twice)]
    assert requests[0] == requests[1] == requests[2]
    assert requests[0][:2] == ["null", "null"]


def test_a_part_that_its_net_does_not_collect_has_no_parameters(mx: Any) -> None:
    class Net(mx.gluon.Block):  # type: ignore[misc]  # mxnet has no types
        def __init__(self) -> None:
            super().__init__()
            self.last = mx.gluon.nn.Dense(2, in_units=3)
            self.hidden = [mx.gluon.nn.Dense(3, in_units=4)]

    kit, net = make_kit(mx), Net()
    assert kit.shapes(kit.arranged(net, *net.hidden, net.last)) == [[2, 3], [2]]
    net.register_child(net.hidden[0])
    assert kit.shapes(kit.arranged(net, *net.hidden, net.last)) == [[3, 4], [3], [2, 3], [2]]


def test_the_initialised_parameters_of_a_net_are_counted(mx: Any) -> None:
    nn = mx.gluon.nn
    kit, net = make_kit(mx), nn.Sequential()
    net.add(nn.Dense(3, in_units=2), nn.BatchNorm(), nn.Dense(2))
    assert kit.initialised(net) == 0
    net[0].initialize()
    assert kit.initialised(net) == 2
    net[2].initialize()  # waits for its input's size
    assert kit.initialised(net) == 4
    net.initialize()
    assert kit.initialised(net) == 8
