"""The adapter for torch; only a worker of that framework imports it, since importing torch takes 2 s."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as onp
import torch

from mxtutor.grading.answer import own_probe, own_torch
from mxtutor.grading.answer.framework import Builders, Framework, Made, Tree, heads
from mxtutor.grading.answer.snapshot import Parts, Property, Same, Watcher, array_parts, settings
from mxtutor.grading.answer.study_torch import study
from mxtutor.grading.recipes import Recipe


class Kit:
    """What an `observe_torch.py` receives: it inspects modules. Its names match those of `kit_mxnet.Kit`."""

    def __init__(self) -> None:
        self.studies: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.again: Callable[[], Any] | None = None

    def parameters(self, net: Any) -> list[Any]:
        return [p.detach().clone() for p in net.parameters()]

    def statistics(self, net: Any) -> list[Any]:
        return [b.detach().clone() for n, b in net.named_buffers() if "running_" in n]

    def gradients(self, net: Any) -> list[Any]:
        return [p.grad.clone() for p in net.parameters() if p.requires_grad]

    def shapes(self, net: Any) -> list[list[int]]:
        return [list(p.shape) for p in net.parameters()]

    def load(self, net: Any, arrays: Sequence[Any]) -> None:
        with torch.no_grad():
            for parameter, array in zip(net.parameters(), arrays, strict=True):
                if isinstance(parameter, torch.nn.UninitializedParameter):
                    parameter.materialize(array.shape)
                parameter.copy_(array)

    def load_statistics(self, net: Any, arrays: Sequence[Any]) -> None:
        running = [b for n, b in net.named_buffers() if "running_" in n]
        for buffer, array in zip(running, arrays, strict=True):
            buffer.copy_(array)

    def own_code(self, entry: Any, case: Any, plan: dict[str, Any]) -> dict[str, Any]:
        """Return what a learner's own function or Module does on a case; see `own_torch`."""
        return own_torch.observations(getattr(entry, "__wrapped__", entry), case, plan)

    def probe(self, entry: Any, plan: dict[str, Any]) -> dict[str, Any]:
        """Return facts about a learner's own function or Module; see `own_probe`."""
        return own_probe.facts(getattr(entry, "__wrapped__", entry), plan)

    def study(self, net: Any, *inputs: Any, head: Any) -> dict[str, Any]:
        seen = study(net, inputs, head)
        if self.again:
            seen |= {"later_output": seen["output"], "constant_weights": []}
        self.studies.append((seen, {"reason": "it is PyTorch's"}))
        return seen


def read(value: Any) -> Parts | None:
    """Return the parts of an object of torch, None for any other object."""
    if isinstance(value, torch.nn.Parameter):
        return Parts([*_tensor(value), Property("grad_req", "requires_grad", value.requires_grad)])
    if isinstance(value, torch.Tensor):
        return Parts(_tensor(value))
    if isinstance(value, torch.nn.Module):
        return _module(value)
    if isinstance(value, torch.optim.Optimizer):
        groups = [{k: v for k, v in g.items() if k != "params"} for g in value.param_groups]
        inner = [(f"[{i}]", p) for i, p in enumerate(p for g in value.param_groups for p in g["params"])]
        return Parts([each for group in groups for each in settings("setting", group)], inner)
    data = torch.utils.data
    if isinstance(value, (data.Dataset, data.Sampler, data.DataLoader)) and type(value).__module__.startswith("torch"):
        return Parts(settings("setting", vars(value)), [(f".{k}", v) for k, v in vars(value).items()])
    return None


def state() -> dict[str, Any]:
    """Return torch's global state: the seed that was set last."""
    return {"seeds": torch.initial_seed()}


def _tensor(tensor: torch.Tensor) -> list[Property]:
    if tensor.is_sparse or tensor.is_meta:
        return []
    gradient = tensor.grad if tensor.is_leaf else None
    token = None if gradient is None or gradient.is_sparse else gradient.detach().cpu().numpy().tobytes()
    return [*array_parts(tensor.detach().cpu().numpy()), Property("gradient", "", token, "its gradient was written")]


def _module(module: torch.nn.Module) -> Parts:
    children = module._modules
    found = [Property("children", "", Same(list(children.values()), list(children)))]
    if type(module).__module__.startswith("torch"):
        found += settings("setting", vars(module), ("training",))
    buffers = {k: v for k, v in module._buffers.items() if v is not None}
    says = "its running statistics were changed"
    found += [Property("statistics", k, v.detach().cpu().numpy().tobytes(), says) for k, v in buffers.items()]
    inner = [(f".{k}", v) for k, v in (*module._parameters.items(), *children.items()) if v is not None]
    return Parts(found, inner)


class TorchBuilders(Builders):
    """Builds arguments of torch; nets and what goes with them lie on the CPU."""

    def tensor(self, data: Any, ctx: str = "cpu(0)", dtype: str | None = None) -> Any:
        return torch.from_numpy(data.copy()).to(self.place(ctx))

    def ids(self, data: Any) -> Any:
        return self.tensor(data)

    def copied(self, array: Any) -> Any:
        return array.clone()

    def place(self, text: str) -> torch.device:
        kind, _, index = text.partition("(")
        return torch.device("cuda", int(index.rstrip(")"))) if kind == "gpu" else torch.device("cpu")

    def labels(self, recipe: Recipe, made: Made) -> Any:
        return self.ids(recipe["array"])

    def dataset(self, recipe: Recipe, made: Made) -> Any:
        return torch.utils.data.TensorDataset(self.tensor(recipe["data"]), self.tensor(recipe["labels"]))

    def op(self, recipe: Recipe, made: Made) -> Any:
        return getattr(torch, recipe["value"])

    def loss(self, recipe: Recipe, made: Made) -> Any:
        return {"cross_entropy": torch.nn.CrossEntropyLoss, "l2": torch.nn.MSELoss}[recipe["value"]]()

    def sgd(self, recipe: Recipe, made: Made) -> Any:
        return torch.optim.SGD(made["net"].parameters(), lr=recipe["value"])

    def mlp(self, recipe: Recipe, made: Made) -> Any:
        """Return a Sequential of Linear, [BatchNorm1d], ReLU, [Dropout], .., Linear with the drawn weights."""
        modules: list[torch.nn.Module] = []
        last = len(recipe["layers"]) - 1
        for i, layer in enumerate(recipe["layers"]):
            linear = torch.nn.Linear(layer["weight"].shape[1], layer["weight"].shape[0])
            _set(linear.weight, layer["weight"])
            _set(linear.bias, layer["bias"])
            if i in recipe["frozen"]:
                linear.requires_grad_(False)
            modules.append(linear)
            if i == last:
                break
            if recipe["bn"]:
                modules.append(_norm(layer))
            modules.append(torch.nn.ReLU())
            if recipe["dropout"]:
                modules.append(torch.nn.Dropout(recipe["dropout"]))
        hidden = modules[:-1]
        for _ in range(recipe["nested"]):
            hidden = [torch.nn.Sequential(*hidden)]
        return torch.nn.Sequential(*hidden, modules[-1])


def _norm(layer: Any) -> torch.nn.BatchNorm1d:
    norm = torch.nn.BatchNorm1d(layer["gamma"].shape[0])
    _set(norm.weight, layer["gamma"])
    _set(norm.bias, layer["beta"])
    _set(norm.running_mean, layer["mean"])
    _set(norm.running_var, layer["var"])
    return norm


def _set(tensor: Any, data: Any) -> None:
    with torch.no_grad():
        tensor.copy_(torch.from_numpy(data.copy()))


class Torch(Framework):
    """Torch 2.13; on the CPU, or on the GPUs of the recipes."""

    prelude = "import torch\nimport numpy as onp\n"

    def __init__(self) -> None:
        self.make = TorchBuilders().make
        # torch.compile runs the code as it is: a job has no compiler and starts no process
        torch.compiler.set_stance("force_eager")

    def is_array(self, value: Any) -> bool:
        return isinstance(value, torch.Tensor)

    def describe_array(self, value: Any) -> Tree | None:
        if isinstance(value, torch.Tensor):
            return {"k": "torch", "a": self.numpy(value), "ctx": place(value.device)}
        if isinstance(value, torch.dtype):
            return {"k": "dtype", "v": str(value).removeprefix("torch.")}
        if isinstance(value, torch.device):
            return {"k": "context", "v": place(value)}
        return None

    def numpy(self, value: Any) -> onp.ndarray[Any, Any]:
        copy: onp.ndarray[Any, Any] = value.detach().cpu().numpy().copy()
        return copy

    def bump(self, value: Any, *, nan: bool = False) -> None:
        with torch.no_grad():
            if nan and value.is_floating_point():
                value.fill_(torch.nan)
            else:
                value.logical_not_() if value.dtype == torch.bool else value.copy_((value == 1) + 1)

    def gradients(self, entry: Callable[..., Any], arguments: Mapping[str, Any], names: Sequence[str]) -> Tree:
        leaves = [arguments[name].requires_grad_() for name in names]
        pairs = [pair for pair in heads(self, entry(*arguments.values())) if pair[0].requires_grad]
        weights = [torch.from_numpy(weight) for _, weight in pairs]
        if not pairs:
            return {name: torch.zeros_like(leaf) for name, leaf in zip(names, leaves, strict=True)}
        outputs = [head for head, _ in pairs]
        found = torch.autograd.grad(outputs, leaves, weights, allow_unused=True, materialize_grads=True)
        return dict(zip(names, found, strict=True))

    def seed(self, seed: int) -> None:
        torch.manual_seed(seed)

    def kit(self) -> Kit:
        return Kit()

    def watcher(self) -> Watcher:
        return Watcher(read, state, torch.Tensor)

    def built_for_gpus(self) -> bool:
        return torch.version.cuda is not None

    def prime(self) -> None:
        """Let torch find out what the processor can: operators of half precision ask, and a job has no such files.

        An operator on one element does not run in parallel; a fork hangs if its parent ran a parallel one.
        """
        torch.zeros(1).half().add_(1)


def place(where: torch.device) -> str:
    """Return the name of the MXNet context that matches a device."""
    return f"{'gpu' if where.type == 'cuda' else where.type}({where.index or 0})"
