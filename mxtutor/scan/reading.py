"""Reads files as terms, in several processes."""

from __future__ import annotations

import gc
import marshal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from mxtutor.scan.files import Found
from mxtutor.scan.library import ROOTS
from mxtutor.scan.packing import Packed, Whole, pack
from mxtutor.scan.sources import read_source
from mxtutor.scan.statements import Lowering

CHUNK = 600_000
"""Bytes of code that one task reads at most; a small project has several tasks for each process."""
TASKS = 4
"""Tasks for each process, so that all of them end at the same time."""
BUILDS_ON_TORCH = frozenset(
    """transformers timm pytorch_lightning lightning accelerate torchmetrics einops torch_geometric dgl
    diffusers peft tensorboardX fairseq detectron2 mmcv mmdet apex deepspeed kornia monai gpytorch pyro
    segmentation_models_pytorch ignite fastai sentence_transformers bitsandbytes flash_attn xformers
    torch_scatter torch_sparse""".split()
)


@dataclass(slots=True)
class ReadFile:
    """One file as a process sends it."""

    path: str
    packed: Packed | Whole | None
    skipped: list[tuple[str, str]]
    shared: bytes = b""
    """Its calls and its classes by name, as `marshal` writes them."""
    names: list[str] = field(default_factory=list)
    """Names of the functions and classes that the file defines."""
    imports: list[str] = field(default_factory=list)
    """The packages on top of torch that it imports."""
    uses_torch: bool = False
    """Whether it imports torch, or a package of torch's such as torchvision."""
    uses_mxnet: bool = False
    """Whether it imports MXNet."""


def read_files(found: Found, sizes: dict[str, int], workers: int, small: bool) -> Iterator[ReadFile]:
    """Yield each file as terms, as they come; those of a small project, which one process reads, are not packed."""
    if workers == 1:
        yield from (read_file(found.root, path, small) for path in found.files)
        return
    from mxtutor.scan.workers import spread  # multiprocessing costs 20 ms, which a small project does without

    yield from spread(partial(_read_task, found.root), chunks(found.files, sizes, workers), workers, _crashed)


def chunks(paths: Sequence[str], sizes: dict[str, int], workers: int) -> Iterator[list[str]]:
    """Yield the paths as tasks of about equal size."""
    most = min(sum(sizes[path] for path in paths) // (workers * TASKS), CHUNK)
    chunk: list[str] = []
    size = 0
    for path in paths:
        chunk.append(path)
        size += sizes[path]
        if size > most:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _read_task(root: Path, paths: list[str]) -> list[ReadFile]:
    gc.disable()
    return [read_file(root, path) for path in paths]


def _crashed(paths: list[str]) -> list[ReadFile]:
    """Return the result for files whose process died: Python's parser can fail on code that is nested too deeply."""
    return [ReadFile(path, None, [(path, "Python's parser fails on it")]) for path in paths]


def read_file(root: Path, path: str, small: bool = False) -> ReadFile:
    """Return one file as terms, or why it cannot be read."""
    source = read_source(root, path)
    if source.tree is None:
        return ReadFile(path, None, source.skipped)
    try:
        lowered = Lowering().file(source.tree, path)
    except RecursionError:
        return ReadFile(path, None, [(path, "nested too deeply")])
    unit = lowered.unit
    unit.places = source.places
    names = {one.name for one in unit.functions} | {one.name for one in unit.classes}
    packed = Whole(unit, lowered.candidates, source.lines) if small else pack(lowered, source.lines)
    return ReadFile(
        path, packed, source.skipped, marshal.dumps((lowered.callees, lowered.bases)),
        list(names), list(lowered.packages & BUILDS_ON_TORCH),
        not ROOTS.isdisjoint(lowered.packages), "mxnet" in lowered.packages,
    )  # fmt: skip
