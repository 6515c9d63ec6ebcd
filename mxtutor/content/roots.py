"""Tables of the first parts of dotted names: modules, classes, and common names of variables."""

from __future__ import annotations

TORCH = {
    "torch": "torch",
    "F": "torch.nn.functional",
    "functional": "torch.nn.functional",
    "nn": "torch.nn",
    "optim": "torch.optim",
    "lr_scheduler": "torch.optim.lr_scheduler",
    "init": "torch.nn.init",
    "cuda": "torch.cuda",
    "data": "torch.utils.data",
    "utils": "torch.utils",
    "linalg": "torch.linalg",
    "jit": "torch.jit",
    "amp": "torch.amp",
    "autograd": "torch.autograd",
    "onnx": "torch.onnx",
    "fx": "torch.fx",
    "func": "torch.func",
    "export": "torch.export",
    "special": "torch.special",
    "fft": "torch.fft",
    "hub": "torch.hub",
    "distributions": "torch.distributions",
    "dist": "torch.distributed",
    "distributed": "torch.distributed",
    "mp": "torch.multiprocessing",
    "multiprocessing": "torch.multiprocessing",
    "testing": "torch.testing",
    "profiler": "torch.profiler",
    "backends": "torch.backends",
    "random": "torch.random",
    "rnn": "torch.nn.utils.rnn",
    "sparse": "torch.sparse",
    "accelerator": "torch.accelerator",
    "version": "torch.version",
    "tensorboard": "torch.utils.tensorboard",
    "parallel": "torch.nn.parallel",
    "torchvision": "torchvision",
    "tv": "torchvision",
    "transforms": "torchvision.transforms",
    "T": "torchvision.transforms",
    "TF": "torchvision.transforms.functional",
    "tvF": "torchvision.transforms.functional",
    "models": "torchvision.models",
    "datasets": "torchvision.datasets",
    "torchmetrics": "torchmetrics",
    "torchtext": "torchtext",
    "torchinfo": "torchinfo",
    "torchsummary": "torchsummary",
    "torch_optimizer": "torch_optimizer",
    "transformers": "transformers",
    "timm": "timm",
    "einops": "einops",
    "tqdm": "tqdm",
    "apex": "apex",
    "torchaudio": "torchaudio",
    "tensorboardX": "tensorboardX",
    "lightning": "lightning",
    "pytorch_lightning": "pytorch_lightning",
    "pl": "pytorch_lightning",
    "Tensor": "Tensor",
    "Module": "torch.nn.Module",
    "Optimizer": "torch.optim.Optimizer",
}
"""Maps the first part of a dotted name to its module or class in torch."""

MXNET = {
    "mx": "",
    "mxnet": "",
    "nd": "nd",
    "ndarray": "nd",
    "np": "np",
    "numpy": "np",
    "npx": "npx",
    "numpy_extension": "npx",
    "gluon": "gluon",
    "autograd": "autograd",
    "nn": "gluon.nn",
    "rnn": "gluon.rnn",
    "loss": "gluon.loss",
    "data": "gluon.data",
    "vision": "gluon.data.vision",
    "model_zoo": "gluon.model_zoo",
    "init": "init",
    "initializer": "init",
    "metric": "metric",
    "lr_scheduler": "lr_scheduler",
    "kv": "kv",
    "kvstore": "kv",
    "optimizer": "optimizer",
    "random": "random",
    "context": "context",
    "runtime": "runtime",
    "profiler": "profiler",
    "image": "image",
    "io": "io",
    "sym": "sym",
    "symbol": "sym",
    "contrib": "contrib",
    "amp": "contrib.amp",
    "viz": "viz",
    "test_utils": "test_utils",
    "onnx": "onnx",
    "engine": "engine",
    "util": "util",
    "NDArray": "NDArray",
    "Block": "gluon.HybridBlock",
    "HybridBlock": "gluon.HybridBlock",
    "Trainer": "gluon.Trainer",
    "Parameter": "gluon.Parameter",
}
"""Maps the first part of a dotted name to its module or class in MXNet, without `mx.`."""

NOT_SYMBOLIC = frozenset(
    """NDArray array concatenate contrib.isfinite contrib.isinf contrib.isnan divide empty from_dlpack from_numpy load
    logical_and logical_or logical_xor modulo moveaxis multiply onehot_encode save sparse.csr_matrix subtract
    true_divide waitall""".split()  # noqa: SIM905 - a long list
)
"""Names of `mx.nd` in the forms that are no operators: `mx.sym` lacks them, or has something else."""

HOMES = (
    (r"^nd\.NDArray\.", "NDArray."),
    (r"^gluon\.(nn\.)?((Hybrid)?Sequential|Block|SymbolBlock)\.", "gluon.HybridBlock."),
    (r"^gluon\.(parameter|block|trainer|nn)\.(?=[A-Z]\w*(Block|Parameter|ParameterDict|Constant|Trainer)\b)", "gluon."),
    (r"^gluon\.data\.(sampler|dataset|dataloader)\.", "gluon.data."),
    (r"^gluon\.data\.vision\.datasets\.", "gluon.data.vision."),
    (r"^nd\.linalg\.", "nd.linalg_"),
    (r"^sym\.Symbol\.", "sym."),
)
"""Names of MXNet that are the same under another path: regular expressions, and what stands in the table."""

_SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
RECEIVERS: tuple[tuple[str, str, str], ...] = (
    (r"(.*_)?(lr_)?sched(uler)?s?\d*", _SCHEDULER, "lr_scheduler.LRScheduler"),
    (r"(.*_)?(optimizer|optim|opt)s?([A-Z]|_\w+|\d+)?", "torch.optim.Optimizer", "optimizer.Optimizer"),
    (r"(.*_)?trainer", "torch.optim.Optimizer", "gluon.Trainer"),
    (r"(.*_)?(data_?)?loader\d*", "torch.utils.data.DataLoader", "gluon.data.DataLoader"),
    (r"(.*_)?(data_?set|trainset|testset|valset)", "torch.utils.data.Dataset", "gluon.data.Dataset"),
    (r"(.*_)?writer", "torch.utils.tensorboard.SummaryWriter", ""),
    (r"(.*_)?scaler", "torch.amp.GradScaler", ""),
    (
        r"(.*_)?(model|net|module|network|encoder|decoder|backbone|classifier|generator|discriminator|layer|self|criterion"
        r"|loss_fn|resnet|transformer|mlp|cnn|block)s?(_?[A-Z]|_ema|\d+)?|net[A-Z]\w*",
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

MODULES = {
    "transforms": "torchvision.transforms",
    "lr_scheduler": "torch.optim.lr_scheduler",
    "init": "torch.nn.init",
    "datasets": "torchvision.datasets",
    "models": "torchvision.models",
    "optim": "torch.optim",
    "functional": "torch.nn.functional",
    "F": "torch.nn.functional",
    "linalg": "torch.linalg",
    "amp": "torch.amp",
    "distributed": "torch.distributed",
    "distributions": "torch.distributions",
    "cuda": "torch.cuda",
}
"""Modules that are often written without their path."""
