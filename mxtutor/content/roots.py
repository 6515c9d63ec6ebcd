"""Tables of the first parts of dotted names: modules, classes, and common names of variables."""

from __future__ import annotations

from pathlib import Path

TORCH_TABLE = Path(__file__).parent / "data" / "torch_names.json"
"""The names of torch; `mxtutor/scan/library.py` documents the format."""

TORCH = {
    **{
        name: f"torch.{name}"
        for name in """accelerator amp autograd backends cuda distributed distributions export fft func fx hub jit
        linalg multiprocessing nn onnx optim profiler random sparse special testing utils version""".split()  # noqa: SIM905
    },
    **{
        name: name
        for name in """torch torchvision torchmetrics torchtext torchinfo torchsummary torch_optimizer torchaudio
        transformers timm einops tqdm apex tensorboardX lightning pytorch_lightning Tensor""".split()  # noqa: SIM905
    },
    "F": "torch.nn.functional",
    "functional": "torch.nn.functional",
    "lr_scheduler": "torch.optim.lr_scheduler",
    "init": "torch.nn.init",
    "data": "torch.utils.data",
    "dist": "torch.distributed",
    "mp": "torch.multiprocessing",
    "rnn": "torch.nn.utils.rnn",
    "tensorboard": "torch.utils.tensorboard",
    "parallel": "torch.nn.parallel",
    "tv": "torchvision",
    "transforms": "torchvision.transforms",
    "T": "torchvision.transforms",
    "TF": "torchvision.transforms.functional",
    "tvF": "torchvision.transforms.functional",
    "models": "torchvision.models",
    "datasets": "torchvision.datasets",
    "pl": "pytorch_lightning",
    "Module": "torch.nn.Module",
    "Optimizer": "torch.optim.Optimizer",
}
"""Maps the first part of a dotted name to its module or class in torch."""

MODULES = frozenset(
    """transforms lr_scheduler init datasets models optim nn functional F linalg fft amp distributed distributions
    cuda""".split()  # noqa: SIM905 - a long list
)
"""Modules of torch that are often written without their path."""

MXNET = {
    **{
        name: name
        for name in """NDArray autograd context contrib engine gluon image init io kv lr_scheduler metric nd np npx onnx
        optimizer profiler random runtime sym test_utils util viz""".split()  # noqa: SIM905 - a long list
    },
    "mx": "",
    "mxnet": "",
    "ndarray": "nd",
    "numpy": "np",
    "numpy_extension": "npx",
    "nn": "gluon.nn",
    "rnn": "gluon.rnn",
    "loss": "gluon.loss",
    "data": "gluon.data",
    "vision": "gluon.data.vision",
    "model_zoo": "gluon.model_zoo",
    "initializer": "init",
    "kvstore": "kv",
    "symbol": "sym",
    "amp": "contrib.amp",
    "Block": "gluon.HybridBlock",
    "HybridBlock": "gluon.HybridBlock",
    "Trainer": "gluon.Trainer",
    "Parameter": "gluon.Parameter",
}
"""Maps the first part of a dotted name to its module or class in MXNet, without `mx.`."""

NOT_SYMBOLIC = frozenset(
    """NDArray array concatenate contrib.isfinite contrib.isinf contrib.isnan divide empty equal from_dlpack from_numpy
    load logical_and logical_or logical_xor modulo moveaxis multiply onehot_encode save sparse.csr_matrix subtract
    true_divide waitall""".split()  # noqa: SIM905 - a long list
)
"""Names of `mx.nd` in the forms that are not operators: `mx.sym` lacks them, or has something else."""

HOMES = (
    (r"^nd\.NDArray\.", "NDArray."),
    (r"^gluon\.(nn\.)?((Hybrid)?Sequential|Block|SymbolBlock)\.", "gluon.HybridBlock."),
    (r"^gluon\.(parameter|block|trainer|nn)\.(?=\w*(Block|Parameter|ParameterDict|Constant|Trainer)\b)", "gluon."),
    (r"^gluon\.data\.(sampler|dataset|dataloader)\.", "gluon.data."),
    (r"^gluon\.data\.vision\.datasets\.", "gluon.data.vision."),
    (r"^nd\.linalg\.", "nd.linalg_"),
    (r"^sym\.Symbol\.", "sym."),
)
"""Names of MXNet that are the same under another path: regular expressions, and the names in the table."""

_SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
RECEIVERS: tuple[tuple[str, str, str], ...] = (
    (r"(.*_)?(lr_)?sched(uler)?s?\d*", _SCHEDULER, "lr_scheduler.LRScheduler"),
    (r"(.*_)?(optimizer|optim|opt)s?([A-Z]|_\w+|\d+)?", "torch.optim.Optimizer", "optimizer.Optimizer"),
    (r"(.*_)?trainer", "torch.optim.Optimizer", "gluon.Trainer"),
    (r"(.*_)?(data_?|train|test|val(id)?)?loader\d*", "torch.utils.data.DataLoader", "gluon.data.DataLoader"),
    (r"(.*_)?(data_?set|trainset|testset|valset)", "torch.utils.data.Dataset", "gluon.data.Dataset"),
    (r"(.*_)?writer", "torch.utils.tensorboard.SummaryWriter", ""),
    (r"(.*_)?scaler", "torch.amp.GradScaler", ""),
    (
        r"(.*_)?(model|net|module|network|encoder|decoder|backbone|classifier|generator|discriminator|layer|self|criterion"
        r"|loss_fn|resnet|transformer|mlp|cnn|block)s?(_?[A-Z]|_ema|_ft|\d+)?|net[A-Z]\w*",
        "torch.nn.Module",
        "gluon.HybridBlock",
    ),
    (r"(.*_)?metric", "torchmetrics.Metric", "metric.EvalMetric"),
    (r"store|kv", "", "kv.KVStore"),
    (r"ctx|context", "", "Context"),
    (r"(.*_)?(param|parameter|p)", "torch.nn.Parameter", "gluon.Parameter"),
    (r"(.*_)?mod", "", "mod.Module"),
    (r"(.*_)?(sym|symbol)", "", "sym.Symbol"),
    (r"exe|executor", "", "executor.Executor"),
)
"""(regular expression of variable names, their class in torch, their class in MXNet)."""

NET = 7
"""Index of nets in `RECEIVERS`: a part of a net is a net, too."""
