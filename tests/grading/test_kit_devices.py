"""What observers of devices see: where arrays live, and operators whose inputs live on two devices."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.grading


@pytest.fixture
def mx() -> Any:
    from mxtutor.compat import import_mxnet

    return import_mxnet()


def make_kit(mx: Any) -> Any:
    from mxtutor.grading.answer.kit_mxnet import Kit

    return Kit(mx, lambda text: mx.cpu())


def test_an_array_lives_on_its_context_and_anything_else_on_no_device(mx: Any) -> None:
    kit = make_kit(mx)
    assert kit.where(mx.nd.ones((1,), ctx=mx.cpu(2))) == "cpu(2)"
    assert kit.where(mx.np.ones((1,), ctx=mx.cpu(1))) == "cpu(1)"
    assert [kit.where(value) for value in (None, 3, [mx.nd.ones((1,))])] == ["no device"] * 3


@pytest.mark.parametrize(
    "operator",
    [
        lambda mx, a, b: a + b,
        lambda mx, a, b: mx.nd.dot(a, b),
        lambda mx, a, b: mx.nd.concat(a, b, dim=0),
        lambda mx, a, b: a.__iadd__(b),
        lambda mx, a, b: mx.gluon.loss.L2Loss()(a, b),
        lambda mx, a, b: a.as_np_ndarray() + b.as_np_ndarray(),
        lambda mx, a, b: a.as_np_ndarray() @ b.as_np_ndarray(),
        lambda mx, a, b: mx.np.tensordot(a.as_np_ndarray(), b.as_np_ndarray()),
    ],
)
def test_an_operator_with_inputs_on_two_devices_is_reported(mx: Any, operator: Any) -> None:
    a, b = (mx.nd.ones((2, 2), ctx=mx.cpu(i)) for i in (1, 2))
    with make_kit(mx).unmixed() as mixed:
        operator(mx, a, a)
        assert mixed == []
        operator(mx, a, b)
    assert mixed == [["cpu(1)", "cpu(2)"]]
    operator(mx, a, b)
    assert len(mixed) == 1, "nothing is watched any more"


@pytest.mark.parametrize(
    "move",
    [
        lambda mx, a, b: a.copyto(b),
        lambda mx, a, b: a.as_in_context(b.context) + b,
        lambda mx, a, b: b.__setitem__(slice(None), a),
    ],
)
def test_copies_between_devices_are_no_mixture(mx: Any, move: Any) -> None:
    a, b = (mx.nd.ones((2, 2), ctx=mx.cpu(i)) for i in (1, 2))
    with make_kit(mx).unmixed() as mixed:
        move(mx, a, b)
    assert mixed == []
