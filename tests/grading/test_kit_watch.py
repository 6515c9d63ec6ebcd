"""What observers see of the way an answer works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as onp
import pytest

pytestmark = pytest.mark.grading


@pytest.fixture
def mx() -> Iterator[Any]:
    """MXNet, with legacy semantics again afterwards."""
    from mxtutor.compat import import_mxnet

    module = import_mxnet()
    yield module
    module.npx.reset_np()


@pytest.fixture
def kit(mx: Any) -> Any:
    from mxtutor.grading.answer.kit_mxnet import Kit

    return Kit(mx, lambda text: mx.cpu())


def net_of(mx: Any, *layers: Any) -> Any:
    net = mx.gluon.nn.HybridSequential()
    net.add(*layers)
    net.initialize()
    return net


def cube(mx: Any, x: Any) -> Any:
    x.attach_grad()
    with mx.autograd.record():
        y = x**3
    return x, y


def test_a_gradient_of_autograd_grows_with_the_heads(mx: Any, kit: Any) -> None:
    x, y = cube(mx, mx.nd.array([1, 2]))
    with kit.scaled(3):
        y.backward()
    onp.testing.assert_allclose(x.grad.asnumpy(), [9, 36])
    x, y = cube(mx, mx.nd.array([1, 2]))
    with kit.scaled(3):
        (gradient,) = mx.autograd.grad(y, [x], head_grads=mx.nd.array([1, 10]))
    onp.testing.assert_allclose(gradient.asnumpy(), [9, 360])


def test_heads_are_as_they_were_afterwards(mx: Any, kit: Any) -> None:
    with kit.scaled(3):
        pass
    x, y = cube(mx, mx.nd.array([1, 2]))
    y.backward()
    onp.testing.assert_allclose(x.grad.asnumpy(), [3, 12])


def test_a_second_derivative_grows_by_the_square(mx: Any, kit: Any) -> None:
    x = mx.nd.array([0.5])
    x.attach_grad()
    with kit.scaled(3):
        with mx.autograd.record():
            (gradient,) = mx.autograd.grad(mx.nd.sin(x), [x], create_graph=True)
        gradient.backward()
    onp.testing.assert_allclose(x.grad.asnumpy(), -9 * onp.sin([0.5]), rtol=1e-5)


def test_an_array_without_axes_grows_too(mx: Any, kit: Any) -> None:
    x = mx.np.array([1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = (x**3).sum()
    with kit.scaled(3):
        y.backward()
    onp.testing.assert_allclose(x.grad.asnumpy(), [9, 36])


def test_passes_have_an_order_and_modes(mx: Any, kit: Any) -> None:
    net = net_of(mx, mx.gluon.nn.Dense(2, in_units=3), mx.gluon.nn.Dense(1, in_units=2))
    with kit.passes(net) as passes:
        net(mx.nd.ones((7, 3)))  # not recorded
        for samples, mode in ((2, True), (5, False)):
            with mx.autograd.record(train_mode=mode):
                loss = net(mx.nd.ones((samples, 3)))
            loss.backward()
    assert passes.order == ["forward of 2", "backward", "forward of 5", "backward"]
    assert passes.modes == ["predicting", "training"]


def test_the_settings_of_steps_are_seen_without_a_net(mx: Any, kit: Any) -> None:
    net = net_of(mx, mx.gluon.nn.Dense(1, in_units=3))
    options = {"learning_rate": 0.1, "wd": 1e-5, "momentum": 0.5}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", options)
    with kit.passes() as passes:
        with mx.autograd.record():
            loss = net(mx.nd.ones((2, 3)))
        loss.backward()
        trainer.step(2)
    assert passes.settings() == ["momentum 0.5", "wd 1e-05"]
    assert passes.settings("momentum") == ["wd 1e-05"]


def test_layers_that_are_called_one_by_one_are_one_pass(mx: Any, kit: Any) -> None:
    net = net_of(mx, mx.gluon.nn.Dense(2, in_units=3), mx.gluon.nn.Dense(1, in_units=2))
    with kit.passes(net) as passes, mx.autograd.record():
        x = mx.nd.ones((4, 3))
        for layer in net:
            x = layer(x)
    assert passes.order == ["forward of 4"]


def test_waits_hold_what_was_waited_for(mx: Any, kit: Any) -> None:
    array = mx.nd.array([1, 2])
    with kit.waits() as waits:
        array.wait_to_read()
        array.asnumpy()
        mx.nd.waitall()
    assert waits == [array.asnumpy().tobytes()] * 2 + [None]


def test_settings_tell_what_a_net_was_left_with(mx: Any, kit: Any) -> None:
    net = net_of(mx, mx.gluon.nn.Dense(2, in_units=3), mx.gluon.nn.Dropout(0.5))
    before = kit.settings(net)
    net(mx.nd.ones((1, 3)))
    assert kit.settings(net) == before
    net[1]._rate = 0.0
    net[0].weight.grad_req = "null"
    net.hybridize()
    changed = {name for name, value in kit.settings(net).items() if value != before[name]}
    assert {"net[1].rate", f"{net[0].name}_weight.grad_req", "net.active"} <= changed
