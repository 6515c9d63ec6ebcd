"""Writes own code as a pack with one exercise, which the tutor opens and the grader judges like any other."""

from __future__ import annotations

import ast
import json
import pprint
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.errors import ContentError
from mxtutor.own_code.design import Design, keys_of
from mxtutor.own_code.specs import show_spec
from mxtutor.paths import content_root
from mxtutor.private_files import write_private
from mxtutor.progress.model import OWN_CODE

TOPIC = OWN_CODE
NO_SOLUTION = "# Nobody has written a right port yet. When yours is right, it is kept as the solution.\n"
_OBSERVER = '''\
"""Compares {name} with its port; mxtutor wrote this file."""

PLAN = {plan}


def observe(entry, case, kit):
    return kit.own_code(entry, case, PLAN)
'''
_LESSON = """\
---
title: {title}
summary: You can port code of your own.
---
The exercise is made from your own torch code.
Its reference runs in the sandbox, like an answer.
Tensors become arrays, and `dim` becomes `axis`:

```torch
torch.ones(2, 3).sum(dim=1)
```
```mxnet
nd.ones((2, 3)).sum(axis=1)
```
"""
MOST_ROWS = 8
"""Rows of the look-up that a hint names."""


def slug_of(owner: str) -> str:
    """Return the part of an id for the name of a function or a class: `focal-loss`, `res-block`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", owner).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "function"


def write_pack(folder: Path, made: Design, slug: str) -> None:
    """Write the files of a pack into a folder that exists; its exercise is `own-code/slug`. A solution stays.

    Raises:
        OSError: they cannot be written.
    """
    original = made.prepared.original
    exercise, lessons = folder / "exercises" / TOPIC / slug, folder / "lessons" / TOPIC
    for one in (exercise, lessons):
        one.mkdir(parents=True, exist_ok=True)
    identity = f"{TOPIC}/{slug}"
    course = {
        "format_version": 1,
        "topics": [{
            "id": TOPIC, "title": "Own code", "summary": "Code of your own, to be ported.",
            "lessons": [{"id": f"{TOPIC}/{slug}", "title": original.name, "exercises": [identity]}],
        }],
    }  # fmt: skip
    observer = _OBSERVER.format(name=original.name, plan=pprint.pformat(made.plan, width=100, sort_dicts=False))
    files = {
        folder / "lessons" / "course.yaml": _yaml(course),
        lessons / f"{slug}.md": _LESSON.format(title=json.dumps(original.name)),
        exercise / "exercise.yaml": _yaml(_exercise(made)),
        exercise / "reference.py": shown_reference(made),
        exercise / "run_reference.py": made.prepared.source,
        exercise / "observe_torch.py": observer,
        exercise / "observe_mxnet.py": observer,
        exercise / "starter.py": starter(made),
    }
    if not (exercise / "solution.py").exists():
        files[exercise / "solution.py"] = NO_SOLUTION
    for path, text in files.items():
        write_private(path, text.encode("utf-8", "replace"))


def _yaml(data: Mapping[str, Any]) -> str:
    import yaml

    return yaml.safe_dump(json.loads(json.dumps(data)), sort_keys=False, allow_unicode=True, width=100)


def shown_reference(made: Design) -> str:
    """Return what the screen shows of own code: its definition with the imports of its module that it names."""
    original = made.prepared.original
    source = original.source or f"# {original.owner} comes from another module.\n"
    names = set(re.findall(r"\w+", source))
    imports = [
        ast.unparse(node)
        for node in original.tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__"
        and any((alias.asname or alias.name).partition(".")[0] in names for alias in node.names)
    ]  # fmt: skip
    return "\n".join([*imports, "", "", source]) + "\n"


def starter(made: Design) -> str:
    """Return the text with which the editor begins: a function, or a Block, with the same parameters."""
    facts, plan, name = made.facts, made.plan, made.prepared.original.owner
    head = "import mxnet as mx\nfrom mxnet import autograd, gluon, nd\nfrom mxnet.gluon import nn\n\n\n"
    if plan["kind"] == "function":
        return f"{head}def {name}({_signature(facts['call'])}):\n    ...\n"
    module = plan["kind"] == "module"
    method = facts["method"] or ("forward" if module else "__call__")
    init, call = (", ".join(filter(None, ["self", _signature(facts[part])])) for part in ("init", "call"))
    first = "super().__init__()" if module else "..."
    lines = [f"class {name}{'(gluon.Block)' if module else ''}:", f"    def __init__({init}):", f"        {first}", ""]
    return head + "\n".join([*lines, f"    def {method}({call}):", "        ...", ""])


def _signature(parameters: Sequence[Mapping[str, Any]]) -> str:
    """Return the parameters of a definition; a default that is no plain value becomes None."""
    parts: list[str] = []
    starred = False
    for one in parameters:
        kind = one["kind"]
        if kind == "keyword_only" and not starred:
            parts.append("*")
            starred = True
        mark = {"var_positional": "*", "var_keyword": "**"}.get(kind, "")
        starred = starred or kind == "var_positional"
        default = f"={show_spec(one['default'])}" if "default" in one else "=None" if one.get("optional") else ""
        parts.append(f"{mark}{one['name']}{default}")
    return ", ".join(parts)


def _exercise(made: Design) -> dict[str, Any]:
    plan, original = made.plan, made.prepared.original
    keys = keys_of(plan)
    params = {key: f"for example {show_spec(made.cases[0].get(key))}" for key in keys}
    return {
        "kind": "code",
        "title": f"Port {original.name}",
        "prompt": prompt(made),
        "entry": original.owner,
        "params": params,
        "hints": hints(made),
        "draws": made.draws_of_case,
        **({} if plan["draws"] else {"steady": 1.0e-6}),
        "seconds": 20,
        "cases": made.cases,
        "compare": made.compare,
        "tolerance": "float32 rounding of sums in another order; gradients and nets add up more of it.",
        "explain": f"Your port does what `{original.name}` of {original.path.name} does on all cases.",
    }


def prompt(made: Design) -> str:
    """Return the task in Markdown."""
    plan, original = made.plan, made.prepared.original
    place = f"`{original.path.name}`" + (f", line {original.line}" if original.line else "")
    lines = [f"Write the MXNet equivalent of your own `{original.name}` ({place})."]
    if plan["kind"] == "module":
        lines.append(
            f"Define a Gluon Block `{original.owner}` with the same constructor arguments. Your Module's parameters "
            "are put into it by name (`fc.weight`; `gamma` is `weight`), else by order and shape. A function "
            "`carry_over(net, state)` in your answer can do it instead: `state` maps PyTorch's names to arrays."
        )
    elif plan["kind"] == "object":
        lines.append(f"Define a class `{original.owner}` with the same constructor arguments and method.")
    else:
        lines.append(f"Define `{original.owner}` with the same parameters; tensors come as `mx.nd.NDArray`.")
    if plan["dtypes"] == "kind":
        lines.append("Integers may have any width; other dtypes must be equal.")
    return " ".join(lines) + "".join(f"\n\n{note}" for note in made.notes)


def hints(made: Design) -> list[str]:
    """Return three hints: the idea, what the look-up knows about the names in the code, a skeleton."""
    rows = _rows(made.prepared.original.source)
    named = "; ".join(rows) or "the look-up has no row for the names in this code"
    return [
        "Port one line after the other, and compare shapes as you go: an axis argument is `axis`, not `dim`.",
        f"The look-up says: {named}.",
        "Run your draft next to the reference before you check it; the first difference in shape shows the line.",
    ]


def _rows(source: str) -> list[str]:
    """Return what the truth table has for the names that code calls: `torch.gather` is `nd.pick(..)`."""
    try:
        tree = ast.parse(source)
        table = Lookup.over(load_truth(content_root()))
    except (SyntaxError, ValueError, ContentError):
        return []
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = ast.unparse(node.func)
            matches = table.matches(
                name if name.count(".") and name.split(".")[0] in ("torch", "F", "nn") else node.func.attr
            )
            row = matches[0].row if matches else None
            form = (row.mxnet_nd or row.mxnet_np) if row is not None else ""
            if row is not None and form and len(form) < 80:
                found.setdefault(row.torch, f"`{row.torch}` is `{form}`")
    return list(found.values())[:MOST_ROWS]
