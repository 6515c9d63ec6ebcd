"""Runs the port of a learner's own code on a case, and returns what `own_torch` returns for the original."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as onp

from mxtutor.grading.answer.failures import essential_text
from mxtutor.grading.answer.own_values import (
    PlainObject,
    Plan,
    arguments,
    dtype_of,
    head,
    leaves,
    looked_at,
    moments,
    must_carry,
    namespace_of,
    state_of,
    structure,
)
from mxtutor.grading.answer.study_mxnet import BlockStudy

_WORDS = {"gamma": "weight", "beta": "bias"}
_RECURRENT = re.compile(r"(?:(?P<way>[lr])(?P<layer>\d+)_)?(?P<gate>i2h|h2h)_(?P<what>weight|bias)")
MOST = 6
"""Maximum number of parameters that a message names."""


def carried(
    net: Any, state: Mapping[str, Any], wanted: Sequence[str], carry_over: Any
) -> tuple[list[str], dict[str, Any]]:
    """Load arrays into a Block; return what could not be carried over, and the Parameter of each of torch's names.

    Args:
        net: the Block, whose parameters have shapes.
        state: torch's names to MXNet arrays.
        wanted: the names that must be carried over; others are for `carry_over` only.
        carry_over: the port's own function, or None.
    """
    found = _named(net)
    places = _by_name(found, state, wanted)
    left = [name for name in wanted if name not in places]
    free = [name for name, parameter in found.items() if parameter not in list(places.values())]
    if left and [_size(state[name]) for name in left] == [_size(found[name]) for name in free]:
        places |= {name: found[other] for name, other in zip(left, free, strict=True)}
        left, free = [], []
    if callable(carry_over):
        carry_over(net, dict(state))
        return [], places if not left else _by_contents(found, state, wanted)
    for name, parameter in places.items():
        parameter.set_data(state[name].astype(parameter.dtype).reshape(parameter.shape))
    faults = [f"{name} {_size(state[name])} has no counterpart" for name in left]
    faults += [f"the port's {name} {_size(found[name])} gets no value" for name in free]
    more = [f"and {len(faults) - MOST} more"] if len(faults) > MOST else []
    return [*faults[:MOST], *more], places


def _size(value: Any) -> tuple[int, ...]:
    return tuple(value.shape or ())


def _named(net: Any) -> dict[str, Any]:
    """Return each Parameter of a Block once, by its place in the Block, in the order in which they were made."""
    places: dict[int, str] = {}
    for name, parameter in net._collect_params_with_prefix().items():
        places.setdefault(id(parameter), name)
    return {places.get(id(p), name): p for name, p in net.collect_params().items()}


def torch_name(name: str) -> str:
    """Return the name that torch gives to the Parameter at a place: `bn.weight` for `bn.gamma`."""
    path, _, last = name.rpartition(".")
    lead = f"{path}." if path else ""
    if match := _RECURRENT.fullmatch(last):
        which = "ih" if match["gate"] == "i2h" else "hh"
        layer = f"_l{match['layer']}{'_reverse' if match['way'] == 'r' else ''}" if match["layer"] else ""
        return f"{lead}{match['what']}_{which}{layer}"
    return lead + _WORDS.get(last, last)


def _by_name(found: Mapping[str, Any], state: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    own = {torch_name(name): parameter for name, parameter in found.items()}
    return {n: own[n] for n in wanted if n in own and _size(own[n]) == _size(state[n])}


def _by_contents(found: Mapping[str, Any], state: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return the Parameters that hold an array as it was given; `carry_over` may have transposed others."""
    places: dict[str, Any] = {}
    for name in wanted:
        array = state[name].asnumpy()
        for parameter in found.values():
            if _size(parameter) == array.shape and (parameter.list_data()[0].asnumpy() == array).all():
                places[name] = parameter
                break
    return places


Tree = dict[str, Any]


class Ports:
    """Runs ports; it looks up the functions of MXNet when it is made, before an answer runs.

    `initialize` initialises a Block without warnings, `fitting` returns an array as the current mode takes it.
    """

    def __init__(
        self, mx: Any, session: BlockStudy, initialize: Callable[[Any], None], fitting: Callable[[Any], Any]
    ) -> None:
        self._mx, self._session, self._initialize, self._fitting = mx, session, initialize, fitting
        self._nd, self._np, self._block = mx.nd.NDArray, mx.np.ndarray, mx.gluon.Block
        self._record, self._backward, self._array = mx.autograd.record, mx.autograd.backward, mx.nd.array
        self._asnumpy, self._seed = mx.nd.NDArray.asnumpy, mx.random.seed

    def is_array(self, value: Any) -> bool:
        """Return whether a value is exactly an `mx.nd.NDArray` or an `mx.np.ndarray`."""
        return type(value) is self._nd or type(value) is self._np

    def observations(self, entry: Any, case: Any, plan: Plan) -> Tree:
        """Return the results, the arguments after the call, and the gradients of a port on a case.

        Raises:
            TypeError: a Block was asked for, and the port makes something else.
        """
        return looked_at(self._seen(entry, case, plan), plan)

    def _seen(self, entry: Any, case: Any, plan: Plan) -> Tree:
        subject = self._made(entry, case, plan)
        how = vars(case)["how"]
        call = _bound(subject, plan["method"])
        seen: Tree = {}
        places: dict[str, Any] = {}
        if plan["kind"] == "module":
            if not isinstance(subject, self._block):
                name = getattr(entry, "__name__", "the port")
                raise TypeError(f"{name} must make a gluon.Block, not an object of type {type(subject).__name__}")
            seen["carried"], places = self._carried(subject, entry, case, plan)
        if "random" in how:
            return {**seen, **self._draws(call, case, plan, entry)}
        args, named = arguments(case, plan["call"], lambda v: self._fresh(v, entry))
        with self._session.watched():
            if "training" in how:
                with self._record(train_mode=False):
                    value = call(*args, **named)
            else:
                value = call(*args, **named)
        seen |= {**self._described(value, plan), "inputs": self._arrays([args, named])}
        if "gradients" in how:
            seen["gradients"] = self._slopes(call, case, plan, entry)[1]
        if "random training" in how:
            with self._session.watched(), self._record():
                seen |= self._draws(call, case, plan, entry)
        return {**seen, **self._training(call, entry, case, plan, places)} if "training" in how else seen

    def _made(self, entry: Any, case: Any, plan: Plan) -> Any:
        if plan["kind"] not in ("object", "module"):
            return entry
        args, named = arguments(case, plan["init"], lambda v: self._fresh(v, entry))
        return entry(*args, **named)

    def _fresh(self, value: Any, entry: Any) -> Any:
        if isinstance(value, PlainObject):
            return value.made(namespace_of(entry))
        return self._fitting(value.copy()) if self.is_array(value) else value

    def _arrays(self, value: Any) -> list[Any]:
        return [leaf for leaf in leaves(value, self.is_array) if self.is_array(leaf)]

    def _described(self, value: Any, plan: Plan) -> Tree:
        found = leaves(value, self.is_array)
        names = [dtype_of(onp.dtype(x.dtype), plan["dtypes"]) for x in found if self.is_array(x)]
        seen: Tree = {"result": value if plan["whole"] else None, "dtypes": names}
        return seen if plan["whole"] else {**seen, "structure": structure(value, self.is_array), "outputs": found}

    def _carried(self, net: Any, entry: Any, case: Any, plan: Plan) -> tuple[list[str], dict[str, Any]]:
        self._initialize(net)
        args, named = arguments(case, plan["call"], lambda v: self._fresh(v, entry))
        _bound(net, plan["method"])(*args, **named)  # layers learn the sizes of their parameters
        return carried(net, state_of(case), must_carry(case), namespace_of(entry).get("carry_over"))

    def _training(self, call: Any, entry: Any, case: Any, plan: Plan, places: Mapping[str, Any]) -> Tree:
        value, slopes = self._slopes(call, case, plan, entry)
        wanted = [name for name in must_carry(case) if name in places]
        running = [name for name in wanted if name.endswith(("running_mean", "running_var"))]
        gradients = {name: self._gradient(places[name]) for name in wanted if name not in running}
        return {
            "training": self._arrays(value),
            "gradients": slopes,
            "parameter_gradients": slopes if isinstance(slopes, str) else gradients,
            "statistics": [places[name].list_data()[0].copy() for name in running],
        }

    def _gradient(self, parameter: Any) -> Any:
        if parameter is None or parameter.grad_req == "null":
            return None
        gradient = parameter.list_grad()[0]
        return gradient.tostype("default") if gradient.stype != "default" else gradient.copy()

    def _slopes(self, call: Any, case: Any, plan: Plan, entry: Any) -> tuple[Any, Any]:
        """Run a port forwards and backwards; return its result and the gradients of its inputs, or a reason."""
        roots: list[Any] = []

        def leaf(value: Any) -> Any:
            value = self._fresh(value, entry)
            if self.is_array(value) and onp.dtype(value.dtype).kind == "f":
                value.attach_grad()
                roots.append(value)
            return value

        args, named = arguments(case, plan["call"], leaf)
        value: Any = None
        try:
            with self._session.watched():
                with self._record():
                    value = call(*args, **named)
                found = [x for x in self._arrays(value) if onp.dtype(x.dtype).kind == "f"]
                starts: dict[int, tuple[Any, Any]] = {}
                for i, x in enumerate(found):  # MXNet takes each output once, and a result may hold one twice
                    start = self._head(x, i)
                    starts[id(x)] = (x, starts[id(x)][1] + start if id(x) in starts else start)
                self._backward([x for x, _ in starts.values()], [start for _, start in starts.values()])
        except self._mx.MXNetError as error:  # what cannot be recorded has no gradient
            return value, f"no gradient: {essential_text(type(error).__name__, str(error))[:200]}"
        return value, [x.grad for x in roots]

    def _head(self, output: Any, index: int) -> Any:
        values = self._array(head(tuple(output.shape), index).reshape(output.shape or (1,)), dtype=output.dtype)
        if type(output) is self._nd:
            return values
        return values.as_np_ndarray().reshape(output.shape)

    def _draws(self, call: Any, case: Any, plan: Plan, entry: Any) -> Tree:
        draws = []
        self._seed(1000)
        for _ in range(plan["draws"]):
            args, named = arguments(case, plan["call"], lambda v: self._fresh(v, entry))
            value = call(*args, **named)
            if not self.is_array(value):
                raise TypeError(f"an MXNet array expected, got {type(value).__name__}")
            draws.append(self._asnumpy(value))
        return {"dtypes": [dtype_of(draws[0].dtype, plan["dtypes"])], **moments(draws)}


def _bound(subject: Any, method: str) -> Any:
    """Return what is called; an `autograd.Function` has `apply` in torch, and is an object that is called in MXNet."""
    if method == "apply" and not hasattr(subject, "apply"):
        return (lambda *args: subject()(*args)) if isinstance(subject, type) else subject
    return getattr(subject, method) if method else subject
