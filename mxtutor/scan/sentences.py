"""Sentences of a scan's report: what decides a migration, what is missing, what a pattern means."""

from __future__ import annotations

from mxtutor.scan.records import PatternKind

DECIDES = (
    "MXNet is retired: 1.9.1 of May 2022 is its last release, and its bugs are no longer fixed.",
    "1.9.1 runs on Python 3.10 and 3.11 with NumPy 1.23.5, on 3.12 with NumPy 1.26.4 and restored aliases, and never with NumPy 2.",
    "Its GPU builds hold machine code for compute capability 5.0 to 8.6, which GPUs up to 8.9 (Maxwell to Ada) run: an H100 or a newer GPU does not.",
    "There is no counterpart of fused attention, and of sharded or tensor parallel training; `hybridize()` is the nearest to torch.compile.",
)
"""Facts that may decide against MXNet whatever the code is."""
MISSING = {
    "torch.compile": "torch.compile: `hybridize()` is the nearest, and traces only what `hybrid_forward` writes",
    "torch.distributed": "torch.distributed: a kvstore of `dist_sync` replaces data parallel training, nothing replaces rpc, FSDP, or tensor parallel training",
    "torch.fx": "torch.fx: a Symbol can be inspected, not rewritten from Python code",
    "torch.jit": "torch.jit: `hybridize()` and `export()` replace script and trace",
    **dict.fromkeys(("torch.amp", "torch.cuda.amp", "torch.autocast"), "mixed precision: `mx.contrib.amp.init()` sets it for the whole process; there is no scope such as autocast"),
    **dict.fromkeys(("torch.nn.functional.scaled_dot_product_attention", "torch.nn.attention"), "fused attention: write it with `batch_dot` and `softmax`; memory then grows with the square of the length"),
    "torch.nn.MultiheadAttention": "nn.MultiheadAttention: Gluon has no such layer in 1.9.1; GluonNLP, retired too, has one",
    "torch.nested": "torch.nested: pad the arrays",
    "torch.sparse": "torch.sparse: MXNet has CSR and row-sparse arrays with few operators",
    "torch.func": "torch.func: no functional transforms such as vmap and jacrev",
    "torch.vmap": "torch.vmap: no functional transforms; write the batch axis out",
    "torch.export": "torch.export: `export()` writes a Symbol and parameters",
    "torch.onnx": "torch.onnx: `mx.onnx.export_model` supports opset 12 and 13 only",
    "torch.hub": "torch.hub: weights need a conversion by hand",
    "torch.profiler": "torch.profiler: `mx.profiler` has another interface",
    "torch.linalg": "torch.linalg: only a part of it is in `nd.linalg` and `np.linalg`",
    "torch.fft": "torch.fft: MXNet has `nd.contrib.fft` on GPUs alone",
    "torch.distributions": "torch.distributions: 1.9.1 draws samples (`nd.random`), but has no distribution objects with log_prob",
    **dict.fromkeys(("torch.quantization", "torch.ao"), "quantisation: `mx.contrib.quantization` works on Symbols"),
}  # fmt: skip
"""Parts of torch that stop a migration or cost most, by the beginning of their names."""

PATTERNS: dict[PatternKind, tuple[str, str]] = {
    "sync-in-loop": ("waits for the device in a loop", "waits for the device in each round; in MXNet `asscalar()` and `asnumpy()` also end the asynchronous queue"),
    "mask-index": ("masks as indices", "a mask as an index; NDArray has none: use `nd.where` or `nd.contrib.boolean_mask`, whose shape depends on values"),
    "in-place": ("writes in place", "a write in place; inside `autograd.record()` MXNet refuses it, and a slice of an NDArray is a copy unless it is basic"),
    "hook": ("hooks", "a hook; Gluon has forward hooks on Blocks only, none for gradients"),
    "autograd-function": ("custom autograd functions", "a custom gradient; write it as `mx.autograd.Function` with `forward` and `backward` on NDArrays"),
    "state-dict": ("state_dict keys and files", "keys or files of a state_dict; Gluon's parameter names and file format differ, so weights need a conversion"),
    "batchnorm-momentum": ("momentum of BatchNorm", "momentum of BatchNorm: MXNet's is 1 - torch's (0.9 for torch's 0.1)"),
    "scheduler": ("schedulers by epoch", "a scheduler that counts epochs; MXNet's count updates, so multiply by the batches of an epoch"),
    "dynamic-control-flow": ("control flow that depends on values", "control flow that depends on values; `hybridize()` cannot trace it: keep a plain Block or use `contrib.foreach`"),
    "loader-workers": ("loaders with workers or collate_fn", "worker processes, collate_fn or pinned memory of a loader; Gluon's DataLoader has batchify_fn and its own workers"),
}  # fmt: skip
"""The words for each pattern, and what it means for a migration."""
