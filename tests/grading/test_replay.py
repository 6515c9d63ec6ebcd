"""A traced study gives the same numbers when it is replayed from its graphs and values alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mxtutor.grading import wire

pytestmark = pytest.mark.grading


@pytest.fixture
def mx() -> Iterator[Any]:
    """MXNet, with legacy semantics again afterwards."""
    from mxtutor.compat import import_mxnet

    module = import_mxnet()
    yield module
    module.npx.reset_np()


def layers(mx: Any) -> Any:
    """Return a net of the usual layers for inputs of shape (4, 2, 6, 6)."""
    nn = mx.gluon.nn
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dropout(0.4), nn.Dense(5))
    return net


def symbols(mx: Any, inner: Any) -> Any:
    """Return a SymbolBlock over a net's graph."""
    inner.initialize()
    inner(mx.nd.ones((4, 2, 6, 6)))
    data = mx.sym.var("data")
    return mx.gluon.SymbolBlock(inner(data), data, params=inner.collect_params())


def nested(mx: Any) -> Any:
    """Return a SymbolBlock between other layers."""
    nn = mx.gluon.nn
    inner = nn.HybridSequential()
    inner.add(nn.Conv2D(3, 3), nn.BatchNorm(), nn.Activation("relu"))
    net = nn.Sequential()
    net.add(nn.Activation("tanh"), symbols(mx, inner), nn.Dense(5))
    return net


def own_forward(mx: Any) -> Any:
    """Return a Block whose forward is plain Python, with constants, slices and a loop."""

    class Own(mx.gluon.Block):  # type: ignore[misc]  # mxnet has no types
        def __init__(self) -> None:
            super().__init__()
            self.first, self.last = mx.gluon.nn.Dense(6), mx.gluon.nn.Dense(5)
            self.scale = self.params.get("scale", shape=(6,), init=mx.init.One())

        def forward(self, x: Any) -> Any:
            h = self.first(x) * self.scale.data()
            for i in range(2):
                h = h + mx.nd.array([0.5, i, 1, 2, 3, 4]) * h[:, ::-1]
            return self.last(mx.nd.concat(h[:, :3], h[:, 3:] ** 2, dim=1).reshape((-1, 6)))

    return Own()


NETS = {
    "layers": layers,
    "a SymbolBlock": lambda mx: symbols(mx, mx.gluon.nn.Dense(5)),
    "a SymbolBlock in a net": nested,
    "a forward of its own": own_forward,
}


def study(mx: Any, net: Any, out: int = 5) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a study saw, and its trace."""
    from mxtutor.grading.answer.kit_mxnet import Kit

    kit, rng = Kit(mx, lambda text: mx.cpu()), np.random.default_rng(1)
    kit.initialize(net)
    x, head = (mx.nd.array(rng.normal(size=s), dtype="float32") for s in ((4, 2, 6, 6), (4, out)))
    net(kit.fitting(x))
    return kit.study(net, x, head=head), kit.studies[0][1]


def compare(mx: Any, seen: dict[str, Any], trace: dict[str, Any]) -> None:
    """Send a trace through a frame and replay it."""
    from mxtutor.grading.answer.trace_mxnet import replay

    assert "reason" not in trace, trace
    again = replay(mx, wire.unpack(wire.pack(trace)))
    uses = {"hybrid_output", "trainer_step", "unrecorded_output", "unsaved", "moved_output"}
    assert set(again) == set(seen) - {"dropout", *uses}
    for name, value in again.items():
        pairs = zip(value, seen[name], strict=True) if isinstance(value, list) else [(value, seen[name])]
        for ours, theirs in pairs:
            np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-5, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("name", list(NETS))
def test_a_replay_gives_what_the_study_saw(name: str, mx: Any) -> None:
    compare(mx, *study(mx, NETS[name](mx)))


def test_a_replay_follows_np_semantics(mx: Any) -> None:
    mx.npx.set_np()
    net = layers(mx)
    net.add(mx.gluon.nn.HybridLambda(lambda F, x: F.np.concatenate([x, F.np.tanh(x)], axis=1)))  # noqa: N803
    compare(mx, *study(mx, net, out=10))


def test_frozen_parameters_stay_without_gradients(mx: Any) -> None:
    net = layers(mx)
    net[0].collect_params().setattr("grad_req", "null")
    _, trace = study(mx, net)
    assert trace["parameters"][:2] == [None, None]


def test_what_hides_its_arithmetic_is_not_traced(mx: Any) -> None:
    class Twice(mx.autograd.Function):  # type: ignore[misc]  # mxnet has no types
        def forward(self, x: Any) -> Any:
            return 2 * x

        def backward(self, slope: Any) -> Any:
            return 2 * slope

    net = mx.gluon.nn.Sequential()
    net.add(mx.gluon.nn.Dense(5), mx.gluon.nn.Lambda(lambda x: Twice()(x)))
    assert study(mx, net)[1] == {"reason": "it uses an autograd.Function"}


def test_compiled_graphs_must_fit_their_calls() -> None:
    from mxtutor.grading.answer.trace_mxnet import inlined

    graph = (
        '{"nodes": [{"op": "null", "name": "a", "inputs": []},'
        ' {"op": "_CachedOp", "name": "b", "inputs": [[0, 0, 0]]}],'
        ' "heads": [[1, 0, 0]], "attrs": {}}'
    )
    with pytest.raises(ValueError, match="compiled graph"):
        inlined(graph, [])
    with pytest.raises(ValueError, match="other inputs"):
        inlined(graph, ['{"nodes": [], "heads": []}'])


@pytest.mark.parametrize("operator", ["_Native", "_NDArray", "Custom", "_foreach", "_cvimread", "_CachedOp"])
def test_a_graph_with_an_operator_that_runs_something_else_is_not_replayed(operator: str, mx: Any) -> None:
    from mxtutor.grading.answer.trace_mxnet import replay, text_array

    _, trace = study(mx, layers(mx))
    graph = json.loads(bytes(trace["train"]).decode())
    node = next(node for node in graph["nodes"] if node["op"] not in ("null", "FullyConnected"))
    node |= {"op": operator, "attrs": {"info": "0x41414141", "need_top_grad": "True"}}
    with pytest.raises(ValueError, match="it uses"):
        replay(mx, {**trace, "train": text_array(json.dumps(graph))})


@pytest.mark.parametrize("graph", ["", "[]", '{"nodes": [1], "heads": []}', '{"nodes": [], "heads": {}}', "[" * 99999])
def test_a_graph_that_is_none_is_not_replayed(graph: str, mx: Any) -> None:
    from mxtutor.grading.answer.trace_mxnet import replay, text_array

    _, trace = study(mx, layers(mx))
    with pytest.raises(ValueError, match="cannot be read"):
        replay(mx, {**trace, "predict": text_array(graph)})
