"""What `kit.study` sees of a Block, beside the same study of PyTorch's module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.grading

ROWS, WIDTH, HIDDEN, CLASSES = 6, 4, 5, 3
RATE = 0.3


@pytest.fixture
def mx() -> Iterator[Any]:
    """MXNet, with legacy semantics again afterwards."""
    from mxtutor.compat import import_mxnet

    module = import_mxnet()
    yield module
    module.npx.reset_np()


def drawn() -> dict[str, list[Any]]:
    """Return weights, running statistics, an input and a gradient of the output."""
    rng = np.random.default_rng(3)

    def arrays(*shapes: tuple[int, ...]) -> list[Any]:
        return [rng.normal(size=shape).astype("float32") for shape in shapes]

    weights = arrays((HIDDEN, WIDTH), (HIDDEN,), (HIDDEN,), (HIDDEN,), (CLASSES, HIDDEN), (CLASSES,))
    mean, variance = arrays((HIDDEN,), (HIDDEN,))
    return {"weights": weights, "running": [mean, variance**2 / 10], "x": arrays((ROWS, WIDTH), (ROWS, CLASSES))}


def torch_study() -> dict[str, Any]:
    import torch

    from mxtutor.grading.answer.adapter_torch import Kit

    kit, data, nn = Kit(), drawn(), torch.nn
    net = nn.Sequential(
        nn.Linear(WIDTH, HIDDEN), nn.BatchNorm1d(HIDDEN), nn.Tanh(), nn.Dropout(RATE), nn.Linear(HIDDEN, CLASSES)
    )
    kit.load(net, [torch.from_numpy(a) for a in data["weights"]])
    kit.load_statistics(net, [torch.from_numpy(a) for a in data["running"]])
    x, head = (torch.from_numpy(a) for a in data["x"])
    return numbers(kit.study(net, x, head=head), lambda tensor: tensor.detach().numpy())


def mxnet_study(mx: Any, net: Any) -> dict[str, Any]:
    from mxtutor.grading.answer.kit_mxnet import Kit

    kit, data = Kit(mx, lambda text: mx.cpu()), drawn()
    net.initialize()
    net(kit.fitting(mx.nd.zeros((2, WIDTH))))
    kit.load(net, [mx.nd.array(a) for a in data["weights"]])
    kit.load_statistics(net, [mx.nd.array(a) for a in data["running"]])
    x, head = (mx.nd.array(a) for a in data["x"])
    return numbers(kit.study(net, x, head=head), lambda array: array.asnumpy())


def numbers(seen: dict[str, Any], of: Callable[[Any], Any]) -> dict[str, Any]:
    """Return observations with NumPy arrays in place of a framework's."""

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [plain(v) for v in value]
        return value if value is None or isinstance(value, (float, str)) else of(value)

    return {name: plain(value) for name, value in seen.items()}


def build(mx: Any, extra: Any = None, norm: Any = None, rate: float = RATE) -> Any:
    """Return the Block that does what PyTorch's module does, with an extra layer before the last."""
    nn = mx.gluon.nn
    net = nn.HybridSequential()
    net.add(nn.Dense(HIDDEN), norm or nn.BatchNorm(), nn.Activation("tanh"), nn.Dropout(rate))
    if extra is not None:
        net.add(extra)
    net.add(nn.Dense(CLASSES))
    return net


def differing(mx: Any, net: Any) -> set[str]:
    """Return the names of observations that differ from PyTorch's."""
    ours, theirs = mxnet_study(mx, net), torch_study()
    assert set(ours) == set(theirs)
    return {name for name in ours if not alike(theirs[name], ours[name])}


def alike(want: Any, have: Any) -> bool:
    if isinstance(want, list):
        return len(want) == len(have) and all(map(alike, want, have))
    if want is None or have is None or isinstance(have, str):
        return want is have
    return np.shape(want) == np.shape(have) and np.allclose(want, have, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("np_style", [False, True])
def test_the_same_net_gives_the_same_in_both_frameworks(mx: Any, hybrid: bool, np_style: bool) -> None:
    if np_style:
        mx.npx.set_np()
    net = build(mx)
    if hybrid:
        net.hybridize()
    assert differing(mx, net) == set()


def freeze(net: Any) -> Any:
    net[0].weight.grad_req = "null"
    return net


def add_up(net: Any) -> Any:
    net.collect_params().setattr("grad_req", "add")
    return net


FAULTS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "an added Dropout": (lambda mx: build(mx, mx.gluon.nn.Dropout(0.01)), "dropout"),
    "another rate": (lambda mx: build(mx, rate=0.31), "dropout"),
    "a Dropout with shared masks": (lambda mx: build_axes(mx), "dropout"),
    "a Dropout that never rests": (lambda mx: build(mx, always(mx)), "output"),
    "a cut graph": (lambda mx: build(mx, mx.gluon.nn.HybridLambda("BlockGrad")), "gradients"),
    "a frozen parameter": (lambda mx: freeze(build(mx)), "gradients"),
    "gradients that add up": (lambda mx: add_up(build(mx)), "gradients"),
    "a frozen scale": (lambda mx: build(mx, norm=mx.gluon.nn.BatchNorm(scale=False)), "gradients"),
    "another momentum": (lambda mx: build(mx, norm=mx.gluon.nn.BatchNorm(momentum=0.89)), "statistics"),
    "another epsilon": (lambda mx: build(mx, norm=mx.gluon.nn.BatchNorm(epsilon=1e-3)), "output"),
    "fixed statistics": (lambda mx: build(mx, norm=mx.gluon.nn.BatchNorm(use_global_stats=True)), "training"),
    "trains only while it records": (lambda mx: build(mx, while_recording(mx)), "unrecorded_output"),
    "parameters that are not saved": (lambda mx: unsaved(build(mx)), "unsaved"),
}  # fmt: skip


def build_axes(mx: Any) -> Any:
    net = build(mx)
    net[3]._axes = (0,)
    return net


def always(mx: Any) -> Any:
    return mx.gluon.nn.HybridLambda(lambda F, x: F.Dropout(x, p=0.2, mode="always"))  # noqa: N803


def while_recording(mx: Any) -> Any:
    """Return a layer that takes recording for training."""
    autograd = mx.autograd
    return mx.gluon.nn.HybridLambda(lambda F, x: x if autograd.is_recording() or not autograd.is_training() else 0 * x)  # noqa: N803


def unsaved(net: Any) -> Any:
    net._collect_params_with_prefix = lambda prefix="": {}
    return net


@pytest.mark.parametrize("fault", list(FAULTS))
def test_what_only_training_shows_is_seen(mx: Any, fault: str) -> None:
    make, shown_by = FAULTS[fault]
    assert shown_by in differing(mx, make(mx))


def test_a_detached_branch_has_gradients_of_zero(mx: Any) -> None:
    from mxtutor.grading.answer.kit_mxnet import Kit

    class Detached(mx.gluon.Block):  # type: ignore[misc]  # mxnet has no types
        def __init__(self) -> None:
            super().__init__()
            self.branch, self.rest = mx.gluon.nn.Dense(2), mx.gluon.nn.Dense(2)

        def forward(self, x: Any) -> Any:
            return self.branch(x).detach() + self.rest(x)

    net, x = Detached(), mx.nd.ones((3, 4))
    net.initialize()
    net(x)
    seen = Kit(mx, lambda text: mx.cpu()).study(net, x, head=mx.nd.ones((3, 2)))
    assert [float(g.asnumpy().max()) for g in seen["gradients"]] == [0, 0, 3, 3]


def test_an_output_of_another_shape_is_not_run_backwards(mx: Any) -> None:
    from mxtutor.grading.answer.kit_mxnet import Kit

    net, x = mx.gluon.nn.Dense(2), mx.nd.ones((3, 4))
    net.initialize()
    seen = Kit(mx, lambda text: mx.cpu()).study(net, x, head=mx.nd.ones((3, 1)))
    assert set(seen) == {"output", "dropout", "training"}
