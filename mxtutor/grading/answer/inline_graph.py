"""Puts the graphs of compiled calls in the place of the single node that autograd records of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

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
