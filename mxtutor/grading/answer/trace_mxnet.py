"""Reads a recorded graph with all its input values, so that another process can replay it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as onp

COMPILED = "_CachedOp"
Nodes = list[dict[str, Any]]


def inlined(graph: str, compiled: Sequence[str]) -> str:
    """Return a graph (JSON) in which the i-th compiled call is replaced by the i-th of the `compiled` graphs.

    Raises:
        ValueError: there is another number of compiled calls, or one takes another number of inputs.
    """
    outer = json.loads(graph)
    calls = [node for node in outer["nodes"] if node["op"] == COMPILED]
    if not calls:
        return graph
    if len(calls) != len(compiled):
        raise ValueError("it holds a compiled graph")
    inner = iter([json.loads(one) for one in compiled])
    nodes: Nodes = []
    places: list[list[list[int]]] = []
    """For each node of the outer graph, the new entry of each of its outputs; a plain node has one for all."""
    for node in outer["nodes"]:
        inputs = [_entry(places, i) for i in node["inputs"]]
        if node["op"] == COMPILED:
            places.append(list(_copy(next(inner), inputs, nodes, len(places))))
        else:
            nodes.append({**node, "inputs": inputs})
            places.append([[len(nodes) - 1]])
    heads = [_entry(places, head) for head in outer["heads"]]
    arguments = [i for i, node in enumerate(nodes) if node["op"] == "null"]
    return json.dumps({"nodes": nodes, "arg_nodes": arguments, "heads": heads, "attrs": outer["attrs"]})


def _entry(places: Sequence[Sequence[Sequence[int]]], old: Sequence[int]) -> list[int]:
    """Return the new entry of an output, [node, index, version]."""
    place = places[old[0]]
    return [place[0][0], old[1], 0] if len(place[0]) == 1 else [place[old[1]][0], place[old[1]][1], 0]


def _copy(graph: dict[str, Any], inputs: Sequence[Sequence[int]], nodes: Nodes, call: int) -> Iterator[list[int]]:
    """Append the operators of a graph, its variables replaced by inputs, and yield the new entries of its outputs."""
    variables = [i for i, node in enumerate(graph["nodes"]) if node["op"] == "null"]
    if len(variables) != len(inputs):
        raise ValueError("a compiled graph takes other inputs")
    given = dict(zip(variables, inputs, strict=True))
    places: dict[int, int] = {}

    def entry(old: Sequence[int]) -> list[int]:
        return list(given[old[0]]) if old[0] in given else [places[old[0]], old[1], 0]

    for i, node in enumerate(graph["nodes"]):
        if i not in given:
            nodes.append({**node, "name": f"call{call}_{node['name']}", "inputs": [entry(e) for e in node["inputs"]]})
            places[i] = len(nodes) - 1
    for head in graph["heads"]:
        yield entry(head)[:2]


MAX_BYTES = 8 * 1024 * 1024
"""Maximum size of the values in a trace, in bytes; a larger trace is not sent."""
MAX_ARRAYS = 1000
"""Number of operator inputs that are searched for leaves."""
_SEALED = {"_CustomFunction": "an autograd.Function", "Custom": "a custom operator"}
"""Operators whose arithmetic is not part of the graph, with readable names."""
_REFUSED = re.compile(
    r"_CustomFunction|Custom|_npi_Custom|_Native|_NDArray|_NoGradient|_CachedOp\w*|_cond|_foreach|_while_loop"
    r"|_cvimread|_cvimdecode|_imdecode|_sg_\w*|_backward\w*|_Fused\w*|_TensorRT\w*|_contrib_tvm\w*|_tvm\w*"
)
"""Operators that are not replayed: they call a pointer, run another graph, read files, or have hidden inputs."""


class Tracer:
    """Reads recorded graphs; it looks up all functions of MXNet when it is made."""

    def __init__(self, mx: Any) -> None:
        self._get_symbol, self._asnumpy = mx.autograd.get_symbol, mx.nd.NDArray.asnumpy

    def leaf(self, array: Any) -> str | None:
        """Return the name that an array has in recorded graphs; None if it is computed or not recorded."""
        try:
            symbol = self._get_symbol(array)
        except Exception:  # MXNetError: autograd never recorded it
            return None
        name = symbol.list_outputs()
        return name[0] if name == symbol.list_inputs() else None

    def graph(
        self, outputs: Iterable[Any], known: Iterable[Any], used: Iterable[Any], compiled: Sequence[str]
    ) -> tuple[str, dict[str, Any]]:
        """Return the graph of outputs as JSON and its leaves' values by name.

        `known` are the arrays that are surely leaves, `used` the inputs of all operators, `compiled` the graphs of
        what was called as one operator.

        Raises:
            ValueError: the graph cannot be replayed; the text says why.
        """
        symbols = [self._get_symbol(o) for o in outputs]
        if len(symbols) != 1:
            raise ValueError("it has several outputs")
        symbol = symbols[0]
        wanted = set(symbol.list_inputs())
        leaves: dict[str, Any] = {}
        for array in [*known, *list(used)[:MAX_ARRAYS]]:
            name = self.leaf(array)
            if name is not None and name in wanted:
                leaves[name] = self._asnumpy(array)
                wanted.discard(name)
            if not wanted:
                break
        if wanted:
            raise ValueError("it uses arrays that no operator was seen to take")
        if sum(a.nbytes for a in leaves.values()) > MAX_BYTES:
            raise ValueError("its parameters are too large")
        return checked(inlined(symbol.tojson(), compiled)), leaves


def checked(text: str) -> str:
    """Return a graph (JSON) whose operators are all functions of their inputs, without anything else that it held.

    Raises:
        ValueError: it has another operator, or is not a graph.
    """
    try:
        graph = json.loads(text)
        nodes: list[dict[str, Any]] = [
            {
                "op": str(node["op"]),
                "name": str(node["name"]),
                "attrs": {str(key): str(value) for key, value in node.get("attrs", {}).items()},
                "inputs": [[int(part) for part in entry] for entry in node["inputs"]],
            }
            for node in graph["nodes"]
        ]
        heads = [[int(part) for part in entry] for entry in graph["heads"]]
        if not nodes or not heads:
            raise ValueError("there are no operators")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError("its graph cannot be read") from error
    for node in nodes:
        if _REFUSED.fullmatch(node["op"]):
            raise ValueError(f"it uses {_SEALED.get(node['op'], 'the operator ' + node['op'])}")
    variables = [i for i, node in enumerate(nodes) if node["op"] == "null"]
    return json.dumps(
        {"nodes": nodes, "arg_nodes": variables, "heads": heads, "attrs": {"mxnet_version": ["int", 10901]}}
    )


def text_array(text: str) -> Any:
    """Return text as an array of bytes, which frames carry at any length."""
    return onp.frombuffer(text.encode(), onp.uint8)


def replay(mx: Any, study: Mapping[str, Any]) -> dict[str, Any]:
    """Run both graphs of a traced study on their stored values and return the results.

    This runs in a process that never ran the answer. The names are those of `BlockStudy.run`.
    """
    if study["np"]:
        mx.npx.set_np()
    leaves = {name: mx.nd.array(value, dtype=value.dtype) for name, value in study["leaves"].items()}
    output, _ = _bind(mx, study["predict"], leaves, [])
    seen: dict[str, Any] = {"output": output.forward(is_train=False)[0]}
    wanted = [n for n in [*study["parameters"], *study["inputs"]] if n is not None]
    trained, slopes = _bind(mx, study["train"], leaves, wanted)
    seen["training"] = trained.forward(is_train=True)[0].copy()
    trained.backward([mx.nd.array(h, dtype=h.dtype) for h in study["heads"]])

    def gradient(name: str | None) -> Any:
        return None if name is None else slopes.get(name, leaves[name] * 0)

    seen["gradients"] = [gradient(n) for n in study["parameters"]]
    inputs = [gradient(n) for n in study["inputs"]]
    seen["input_gradient"] = inputs[0] if len(inputs) == 1 else inputs
    seen["statistics"] = [trained.aux_dict.get(n, leaves[n]) for n in study["running"]]
    return seen


def _bind(mx: Any, graph: Any, leaves: Mapping[str, Any], wanted: list[str]) -> tuple[Any, dict[str, Any]]:
    """Return an executor of a graph, and the arrays that get the gradients of the `wanted` leaves in it.

    Raises:
        ValueError: the graph, which comes from the answer's process, has an operator that is not replayed.
    """
    symbol = mx.sym.load_json(checked(bytes(graph).decode(errors="replace")))
    arguments = {n: leaves[n] for n in symbol.list_arguments()}
    states = {n: leaves[n].copy() for n in symbol.list_auxiliary_states()}
    slopes = {n: mx.nd.zeros_like(leaves[n]) for n in wanted if n in arguments}
    requests = {n: "write" if n in slopes else "null" for n in arguments}
    return symbol.bind(mx.cpu(), arguments, slopes, requests, states), slopes
