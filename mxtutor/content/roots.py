"""The meaning of the first part of a dotted name: a module, a class, or a usual name of a variable."""

from __future__ import annotations

TORCH = {
    "torch": "torch", "F": "torch.nn.functional", "functional": "torch.nn.functional", "nn": "torch.nn",
    "optim": "torch.optim", "lr_scheduler": "torch.optim.lr_scheduler", "init": "torch.nn.init", "cuda": "torch.cuda",
    "data": "torch.utils.data", "utils": "torch.utils", "linalg": "torch.linalg", "jit": "torch.jit",
    "amp": "torch.amp", "autograd": "torch.autograd", "onnx": "torch.onnx", "fx": "torch.fx", "func": "torch.func",
    "export": "torch.export", "special": "torch.special", "fft": "torch.fft", "hub": "torch.hub",
    "distributions": "torch.distributions", "dist": "torch.distributed", "distributed": "torch.distributed",
    "mp": "torch.multiprocessing", "multiprocessing": "torch.multiprocessing", "testing": "torch.testing",
    "profiler": "torch.profiler", "backends": "torch.backends", "random": "torch.random", "rnn": "torch.nn.utils.rnn",
    "sparse": "torch.sparse", "accelerator": "torch.accelerator", "version": "torch.version",
    "tensorboard": "torch.utils.tensorboard", "parallel": "torch.nn.parallel",
    "torchvision": "torchvision", "tv": "torchvision", "transforms": "torchvision.transforms",
    "T": "torchvision.transforms", "models": "torchvision.models", "datasets": "torchvision.datasets",
    "torchmetrics": "torchmetrics", "torchtext": "torchtext", "torchaudio": "torchaudio",
    "tensorboardX": "tensorboardX", "lightning": "lightning", "pytorch_lightning": "pytorch_lightning",
    "pl": "pytorch_lightning", "Tensor": "Tensor", "Module": "torch.nn.Module", "Optimizer": "torch.optim.Optimizer",
}  # fmt: skip
"""The module or class that the first part of a dotted name means in torch."""

MXNET = {
    "mx": "", "mxnet": "", "nd": "nd", "ndarray": "nd", "np": "np", "numpy": "np", "npx": "npx",
    "numpy_extension": "npx", "gluon": "gluon", "autograd": "autograd", "nn": "gluon.nn", "rnn": "gluon.rnn",
    "loss": "gluon.loss", "data": "gluon.data", "vision": "gluon.data.vision", "model_zoo": "gluon.model_zoo",
    "init": "init", "initializer": "init", "metric": "metric", "lr_scheduler": "lr_scheduler", "kv": "kv",
    "kvstore": "kv", "optimizer": "optimizer", "random": "random", "context": "context", "runtime": "runtime",
    "profiler": "profiler", "image": "image", "io": "io", "sym": "sym", "symbol": "sym", "contrib": "contrib",
    "amp": "contrib.amp", "viz": "viz", "test_utils": "test_utils", "onnx": "onnx", "engine": "engine", "util": "util",
    "NDArray": "NDArray", "Block": "gluon.HybridBlock", "HybridBlock": "gluon.HybridBlock", "Trainer": "gluon.Trainer",
    "Parameter": "gluon.Parameter",
}  # fmt: skip
"""The module or class that the first part of a dotted name means in MXNet, without `mx.`."""

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
    (r"(.*_)?(param|parameter|p)", "Tensor", "gluon.Parameter"),
)
"""Usual names of variables (regular expressions), and the class that each means in torch and in MXNet."""

NET = 7
"""Index of nets in `RECEIVERS`: a part of a net is a net, too."""
