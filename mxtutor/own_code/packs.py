"""The learner's code as packs with one exercise, which the tutor opens and the grader judges like any other.

A pack that is saved is a folder in MXTUTOR_HOME.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import pprint
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mxtutor import paths
from mxtutor.content.loader import load_exercise
from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.conversion import convert
from mxtutor.errors import ContentError, StoreError, TutorError, UsageError, file_errors
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.own_code.design import Design, keys_of
from mxtutor.own_code.sources import Import, Original, names_of
from mxtutor.own_code.specs import show_spec
from mxtutor.paths import content_root
from mxtutor.private_files import make_private_folder, write_private
from mxtutor.progress.model import OWN_CODE
from mxtutor.syntax import parse

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
"""Maximum number of rows of the look-up that a hint names."""


def slug_of(owner: str) -> str:
    """Return the part of an id for the name of a function or a class: `focal-loss`, `res-block`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", owner).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "function"


def write_pack(folder: Path, made: Design, slug: str) -> None:
    """Write the files of a pack into an existing folder; its exercise is `own-code/slug`. A solution is kept.

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
    """Return the learner's code as the screen shows it: the definition with the imports that it uses."""
    original = made.prepared.original
    source = original.source or f"# {original.owner} comes from another module.\n"
    names = set(re.findall(r"\w+", source))
    imports = [
        ast.unparse(node)
        for node in original.tree.body
        if isinstance(node, Import) and getattr(node, "module", "") != "__future__" and names & {*names_of(node)}
    ]
    return "\n".join([*imports, "", "", source]) + "\n"


def starter(made: Design) -> str:
    """Return the text with which the editor begins: a function, or a Block, with the same parameters."""
    facts, plan, name = made.prepared.facts, made.plan, made.prepared.original.owner
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
    """Return the parameters of a definition; a default that is not a plain value becomes None."""
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
        tree = parse(source)
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


def compare_port(grader: LocalGrader, made: Design, answer: bytes, seed: int | None) -> Report:
    """Return the report on a port; the exercise exists only while it is judged.

    Raises:
        UsageError: the learner's code fails on a drawn case.
        BrokenError: a framework cannot be used.
    """
    slug = slug_of(made.prepared.original.name)
    with tempfile.TemporaryDirectory(prefix="mxtutor-own-code-") as name:
        write_pack(Path(name), made, slug)
        try:
            exercise = load_exercise(Path(name) / "exercises" / TOPIC / slug, f"{TOPIC}/{slug}")
        except ContentError as error:  # the confined process, which is not trusted, described the inputs
            raise UsageError(
                f"{made.prepared.original.name} has inputs that no exercise can have.", fix="Give others with --inputs."
            ) from error
        chosen = fresh_seed() if seed is None else seed
        try:
            grader.references.get(exercise, chosen)
        except ContentError as error:
            original = made.prepared.original
            why = error.message.partition(" raised ")[2] or error.message
            raise UsageError(
                f"{original.name} fails on drawn inputs: {why}", fix="Give other inputs with --inputs."
            ) from error
        return grader.grade(Submission(exercise, answer, chosen))


# Saved packs

FOLDER, RECORD = "own-code", "own-code.json"
FORMAT = 2
"""Version of a saved exercise; an exercise of another version is made again."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved exercise of the learner's code."""

    slug: str
    file: str
    """Absolute path of the file."""
    name: str
    digest: str
    """Digest of the code that runs."""
    inputs: str
    """The first case, as `--inputs` takes it."""
    made: str
    """When it was made, in ISO 8601."""
    format: int = 0
    """`FORMAT` of the release that made it."""

    @property
    def folder(self) -> Path:
        """Folder of the pack."""
        return paths.home() / FOLDER / self.slug

    @property
    def exercise(self) -> str:
        """Id of the exercise."""
        return f"{TOPIC}/{self.slug}"


def saved_slug(original: Original) -> str:
    """Return the name of a saved exercise: functions of equal names in different files have different ones."""
    place = hashlib.sha256(str(original.path).encode()).hexdigest()[:6]
    return f"{slug_of(original.name)}-{place}"


def digest_of(source: str) -> str:
    """Return a digest of the code that runs."""
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()


def all_saved() -> list[Saved]:
    """Return the saved exercises, the newest first; folders that cannot be read are left out."""
    found: list[Saved] = []
    with contextlib.suppress(OSError):
        folders = (paths.home() / FOLDER).iterdir()
        found = [one for folder in folders if folder.name[0] != "." and (one := _read(folder)) is not None]
    return sorted(found, key=lambda one: one.made, reverse=True)


def saved_for(original: Original) -> Saved | None:
    """Return the saved exercise of the learner's code; None if there is none."""
    return _read(paths.home() / FOLDER / saved_slug(original))


def _read(folder: Path) -> Saved | None:
    try:
        record = convert(json.loads((folder / RECORD).read_text(encoding="utf-8")), Saved)
    except (OSError, ValueError, TypeError):
        return None
    whole = (folder / "lessons" / "course.yaml").is_file() and record.slug == folder.name
    return record if whole else None


def save(made: Design, when: str) -> Saved:
    """Store an exercise of the learner's code; it replaces an older one, whose solution is kept. Return its record.

    Raises:
        StoreError: the folder cannot be written.
    """
    original = made.prepared.original
    slug = saved_slug(original)
    record = Saved(slug, str(original.path), original.name, digest_of(made.prepared.source), made.inputs, when, FORMAT)
    top = paths.home() / FOLDER
    with file_errors(top, fix="Free space or set MXTUTOR_HOME.", kind=StoreError):
        make_private_folder(top)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=top) as name:
            fresh = Path(name) / slug
            fresh.mkdir(mode=0o700)
            old = record.folder / "exercises" / TOPIC / slug / "solution.py"
            if old.is_file():
                kept = fresh / "exercises" / TOPIC / slug / "solution.py"
                kept.parent.mkdir(parents=True)
                shutil.copyfile(old, kept)
            write_pack(fresh, made, slug)
            write_private(fresh / RECORD, json.dumps(asdict(record), ensure_ascii=False).encode())
            if record.folder.exists():
                os.replace(record.folder, Path(name) / "old")
            os.replace(fresh, record.folder)
    return record


def right_answer(exercise: str) -> str:
    """Return the learner's newest right answer to an exercise; empty if there is none."""
    from mxtutor.progress.store import reading

    with contextlib.suppress(TutorError), reading(paths.home()) as store:
        return next((a.code for a in store.attempts(exercise) if a.verdict is Verdict.RIGHT), "")
    return ""


def export(made: Design, folder: Path, solution: str) -> Path:
    """Write the learner's code as a pack into a new or empty folder; return the exercise's folder.

    Raises:
        UsageError: the folder has contents, or cannot be written.
    """
    slug = slug_of(made.prepared.original.name)
    with file_errors(folder):
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty.", fix="Name a new folder.")
        folder.mkdir(parents=True, exist_ok=True)
        write_pack(folder, made, slug)
        exercise = folder / "exercises" / TOPIC / slug
        if solution:
            write_private(exercise / "solution.py", solution.encode())
        for path in folder.rglob("*"):  # a pack is for other users, too
            path.chmod(0o755 if path.is_dir() else 0o644)
    return exercise
