"""What people type into the look-up, and what it must answer: a row by its whole path, or honest near misses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mxtutor.content.form_names import shown
from mxtutor.content.lookup import Lookup
from mxtutor.content.roots import NOT_SYMBOLIC
from mxtutor.content.truth import load_truth
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root


@pytest.fixture(scope="module")
def table() -> Lookup:
    """The tutor's own table."""
    return Lookup.over(load_truth(content_root()))


FOUND = {
    "loss.backward()": "Tensor.backward",
    "loss.item()": "Tensor.item",
    "data.to(device)": "Tensor.to",
    "data.view(-1, 784)": "Tensor.view",
    "data.shape": "Tensor.shape",
    "x.shape[0]": "Tensor.shape",
    "model.eval()": "torch.nn.Module.eval",
    "self.model.eval()": "torch.nn.Module.eval",
    "net.train()": "torch.nn.Module.train",
    "model.to(device)": "torch.nn.Module.to",
    "model.to(device).eval()": "torch.nn.Module.eval",
    "model.parameters()": "torch.nn.Module.parameters",
    "model.state_dict()": "torch.nn.Module.state_dict",
    "model.load_state_dict(torch.load(path))": "torch.nn.Module.load_state_dict",
    "model.zero_grad()": "torch.optim.Optimizer.zero_grad",
    "encoder.eval()": "torch.nn.Module.eval",
    "optimizer.step()": "torch.optim.Optimizer.step",
    "opt.step()": "torch.optim.Optimizer.step",
    "optimizerD.step()": "torch.optim.Optimizer.step",
    "optimizer.zero_grad()": "torch.optim.Optimizer.zero_grad",
    "optimizer.zero_grad(set_to_none=True)": "torch.optim.Optimizer.zero_grad",
    "optimizer.state_dict()": "torch.optim.Optimizer.state_dict",
    "optimizer.load_state_dict": "torch.optim.Optimizer.load_state_dict",
    "optimizer.param_groups[0]['lr']": "torch.optim.Optimizer.param_groups",
    "optimizer.param_groups[0]['lr'] = 0.1": "torch.optim.Optimizer.param_groups",
    "scheduler.step()": "torch.optim.lr_scheduler.LRScheduler.step",
    "lr_scheduler.step": "torch.optim.lr_scheduler.LRScheduler.step",
    "scheduler.step": "torch.optim.lr_scheduler.LRScheduler.step",
    "batchnorm": "torch.nn.BatchNorm1d",
    "BatchNorm": "torch.nn.BatchNorm1d",
    "nn.batchnorm2d": "torch.nn.BatchNorm1d",
    "F.relu": "torch.relu",
    "F.relu(self.fc1(x))": "torch.relu",
    "nn.ReLU()": "torch.nn.ReLU",
    "relu": "torch.relu",
    "ReLU": "torch.nn.ReLU",
    "x[x<0] = 0": "Tensor.__setitem__",
    "x[mask]": "Tensor.__getitem__",
    "x[x > 0]": "Tensor.__getitem__",
    "//": "torch.floor_divide",
    "@": "torch.matmul",
    "x @ y": "torch.matmul",
    "a // b": "torch.floor_divide",
    "%": "torch.remainder",
    "==": "torch.eq",
    "x == y": "torch.eq",
    "-x": "torch.neg",
    "freeze": "torch.nn.Module.requires_grad_",
    "freeze layers": "torch.nn.Module.requires_grad_",
    "resume": "torch.optim.Optimizer.load_state_dict",
    "resume training": "torch.optim.Optimizer.load_state_dict",
    "checkpoint": "torch.nn.Module.state_dict",
    "resnet": "torchvision.models.resnet18",
    "resnet18": "torchvision.models.resnet18",
    "models.resnet50(pretrained=True)": "torchvision.models.resnet50",
    "early stopping": "lightning.pytorch.callbacks.EarlyStopping",
    "num_workers": "torch.utils.data.DataLoader",
    "pin_memory": "torch.utils.data.DataLoader",
    "drop_last": "torch.utils.data.DataLoader",
    "collate_fn": "torch.utils.data.DataLoader",
    "wd": "torch.optim.SGD",
    "weight_decay": "torch.optim.SGD",
    "weight decay": "torch.optim.SGD",
    "momentum": "torch.optim.SGD",
    "learning rate": "torch.optim.Optimizer.param_groups",
    "cuda.amp": "torch.amp.autocast",
    "torch.cuda.amp": "torch.amp.autocast",
    "torch.cuda.amp.autocast()": "torch.amp.autocast",
    "with torch.cuda.amp.autocast():": "torch.amp.autocast",
    "GradScaler": "torch.amp.GradScaler",
    "mixed precision": "torch.amp.autocast",
    "import torch.nn.functional as F": "torch.nn.functional",
    "from torch.utils.data import DataLoader": "torch.utils.data.DataLoader",
    "import torch.optim as optim": "torch.optim.SGD",
    "tv.transforms": "torchvision.transforms.ToTensor",
    "transforms.ToTensor()": "torchvision.transforms.ToTensor",
    "T.Resize(256)": "torchvision.transforms.Resize",
    "transforms.Compose([transforms.ToTensor()])": "torchvision.transforms.Compose",
    "np.concatenate": "torch.cat",
    "nd.concat": "torch.cat",
    "gluon.Trainer": "torch.optim.SGD",
    "gluon.nn.Dense": "torch.nn.Linear",
    "mx.init.Xavier": "torch.nn.init.xavier_uniform_",
    "init.Xavier()": "torch.nn.init.xavier_uniform_",
    "mx.nd.waitall()": "torch.cuda.synchronize",
    "npx.num_gpus": "torch.cuda.is_available",
    "trainer.step(batch_size)": "torch.optim.Optimizer.step",
    "trainer.save_states": "torch.optim.Optimizer.state_dict",
    "autograd.record()": "torch.enable_grad",
    "with autograd.record():": "torch.enable_grad",
    "with torch.no_grad():": "torch.no_grad",
    "torch.no_grad": "torch.no_grad",
    "@torch.no_grad()": "torch.no_grad",
    "net.collect_params()": "torch.nn.Module.parameters",
    "net.hybridize()": "torch.compile",
    "net.initialize": "torch.nn.init.xavier_uniform_",
    "HybridBlock": "torch.nn.Module",
    "gluon.HybridBlock": "torch.nn.Module",
    "split_and_load": "torch.nn.DataParallel",
    "as_in_context": "Tensor.cuda",
    "x.as_in_context(ctx)": "Tensor.cuda",
    "attach_grad": "Tensor.requires_grad_",
    "x.cpu().numpy()": "Tensor.numpy",
    "x.detach().cpu().numpy()": "Tensor.numpy",
    "loss.mean().backward()": "Tensor.backward",
    "scaler.scale(loss).backward()": "torch.amp.GradScaler",
    "for x, y in train_loader:": "torch.utils.data.DataLoader",
    "for i, x in enumerate(tqdm(loader)):": "torch.utils.data.DataLoader",
    "torch.iinfo(torch.int32).max": "torch.iinfo",
    "torch.max(x, 1).values": "torch.max",
    "float(loss)": "Tensor.__float__",
    "torch.Tensor.view": "Tensor.view",
    "tensor.view": "Tensor.view",
    "Tensor.view": "Tensor.view",
    "Module.eval": "torch.nn.Module.eval",
    "nn.Module": "torch.nn.Module",
    "class Net(nn.Module):": "torch.nn.Module",
    "y = torch.acos(x)": "torch.acos",
    "torch.ACOS": "torch.acos",
    "torch.nn.functional.relu": "torch.relu",
    "torch.relu": "torch.relu",
    "lr_scheduler.StepLR": "torch.optim.lr_scheduler.StepLR",
    "optim.lr_scheduler.StepLR(optimizer, 30)": "torch.optim.lr_scheduler.StepLR",
    "optim.SGD": "torch.optim.SGD",
    "sgd": "torch.optim.SGD",
    "adam": "torch.optim.Adam",
    "crossentropy": "torch.nn.CrossEntropyLoss",
    "cross_entropy": "torch.nn.CrossEntropyLoss",
    "cross entropy": "torch.nn.CrossEntropyLoss",
    "CrossEntropyLoss": "torch.nn.CrossEntropyLoss",
    "nn.CrossEntropyLoss()(output, target)": "torch.nn.CrossEntropyLoss",
    "conv2d": "torch.nn.functional.conv2d",
    "Conv2d": "torch.nn.Conv2d",
    "maxpool": "torch.nn.MaxPool2d",
    "lstm": "torch.nn.LSTM",
    "embedding": "torch.nn.functional.embedding",
    "dropout": "torch.nn.functional.dropout",
    "layernorm": "torch.nn.LayerNorm",
    "init.kaiming_normal_": "torch.nn.init.kaiming_normal_",
    "nn.init.xavier_uniform_(m.weight)": "torch.nn.init.xavier_uniform_",
    "model.apply(init_weights)": "torch.nn.Module.apply",
    "model.register_forward_hook(hook)": "torch.nn.Module.register_forward_hook",
    "hook": "torch.nn.Module.register_forward_hook",
    "torch.jit.load": "torch.jit.load",
    'jit.load("m.pt")': "torch.jit.load",
    "torch.load": "torch.load",
    "torch.save(model.state_dict(), path)": "torch.save",
    "nd.load": "torch.load",
    "torch.take": "torch.take",
    "DataLoader(dataset, batch_size=4)": "torch.utils.data.DataLoader",
    "data.DataLoader": "torch.utils.data.DataLoader",
    "utils.data.Dataset": "torch.utils.data.Dataset",
    "torch.utils.data.dataloader.DataLoader": "torch.utils.data.DataLoader",
    "padding_idx": "torch.nn.Embedding",
    "batch_first": "torch.nn.LSTM",
    "retain_graph": "Tensor.backward",
    "create_graph": "torch.autograd.grad",
    "map_location": "torch.load",
    "gradient clipping": "torch.nn.utils.clip_grad_norm_",
    "clip_grad_norm_": "torch.nn.utils.clip_grad_norm_",
    "set_learning_rate": "torch.optim.Optimizer.param_groups",
    "inverse cosine": "torch.acos",
    "attention": "torch.nn.MultiheadAttention",
    "onnx": "torch.onnx.export",
    "tensorboard": "torch.utils.tensorboard.SummaryWriter",
    "gpu": "torch.cuda.is_available",
    "seed": "torch.manual_seed",
    "accuracy": "torchmetrics.Accuracy",
    "param.requires_grad = False": "torch.nn.Parameter.requires_grad",
    "model.fc.requires_grad_(False)": "torch.nn.Module.requires_grad_",
    "X.log1p()": "torch.log1p",
    "torch.tan": "torch.tan",
    "x.sum(dim=1)": "torch.sum",
    "x.mean()": "torch.mean",
    "output.argmax(1)": "torch.argmax",
    "pred.eq(target.view_as(pred)).sum().item()": "torch.sum",
    "mx.mod.Module": "mx.mod.Module",
    "mx.mod.Module(sym, context=ctx)": "mx.mod.Module",
    "mod.fit(train_iter, num_epoch=3)": "mx.mod.Module.fit",
    "mod.bind(data_shapes=it.provide_data)": "mx.mod.Module.bind",
    "mod.predict(it)": "mx.mod.Module.predict",
    "mod.init_params()": "mx.mod.Module",
    "mx.io.NDArrayIter(x, y, 32)": "mx.io.NDArrayIter",
    "mx.model.load_checkpoint(prefix, 3)": "mx.model.load_checkpoint",
    "mx.model.save_checkpoint": "mx.model.save_checkpoint",
    "mx.sym.Variable('data')": "mx.sym.Variable",
    "mx.sym.SoftmaxOutput(fc, name='softmax')": "mx.nd.SoftmaxOutput",
    "nd.SoftmaxOutput": "mx.nd.SoftmaxOutput",
    "mx.sym.FullyConnected(data, num_hidden=10)": "torch.nn.functional.linear",
    "mx.symbol.Convolution": "torch.nn.functional.conv2d",
    "mx.sym.Activation(data, act_type='relu')": "torch.relu",
    "mx.sym.Concat": "torch.cat",
    "sym.simple_bind(ctx, data=(2, 3))": "mx.sym.Symbol.simple_bind",
    "exe.forward(is_train=True)": "mx.sym.Symbol.simple_bind",
    "nd.broadcast_add": "torch.add",
    "nd.broadcast_greater_equal": "torch.ge",
    "mx.sym.broadcast_mul": "torch.mul",
    "x[..., None]": "Tensor.__getitem__",
    "torch.fft.rfft": "torch.fft.fft2",
    "torch.amax": "torch.amax",
    "x *= 2": "Tensor.__imul__",
    "torch.float16": "torch.float16",
    "net.double()": "torch.nn.Module.double",
    "causal attention mask": "torch.nn.functional.scaled_dot_product_attention",
    "BCEWithLogitsLoss pos_weight": "torch.nn.BCEWithLogitsLoss",
    "exponential moving average of weights": "torch.optim.swa_utils.AveragedModel",
    "super().__init__()": "torch.nn.Module",
    "loss = criterion(output, target)": "torch.nn.Module.__call__",
}
"""Each query with the first row that it finds."""

NOT_THERE = [
    "torch.onnx._export",
    "torch.distributed.rpc.backward",
    "torch.distributed.checkpoint.step",
    "torch.distributed.autograd.no_grad",
    "torch.foo.relu",
    "torch.jit.relu",
    "torch.nn.acos",
    "optimizer.train()",
    "scheduler.zero_grad",
    "optimizer.backward()",
    "scheduler.parameters()",
    "model.view(2)",
    "nd.foo.clip",
    "torchvision.relu",
    "torch.batch_dot",
    "nn.view",
    "torch.optim.relu",
    "torch.utils.load",
    "gluon.data.relu",
    "torch.fft.hfft",
    "mx.sym.array",
    "mx.sym.multiply",
    "zzzz",
    "quantum annealing",
    "np.random.seed",
    "torch.linalg.relu",
    "dist.backward()",
    "torch.optim.Linear",
    "nn.functional.Adam",
    "cuda.relu",
    "mx.optim.SGD",
]
"""Names of another path than any row's, and words that the table does not have."""


@pytest.mark.parametrize(("query", "first"), FOUND.items())
def test_what_people_type_finds_the_row(table: Lookup, query: str, first: str) -> None:
    assert [match.row.torch for match in table.matches(query)][:1] == [first]


@pytest.mark.parametrize("query", NOT_THERE)
def test_a_name_of_another_path_is_not_in_the_table(table: Lookup, query: str) -> None:
    assert table.matches(query) == []


def test_near_misses_are_names_of_the_table(table: Lookup) -> None:
    names = {name for known in table.known for name in (*known.row.names, *map(shown, known.main))}
    suggested = [name for query in NOT_THERE for name in table.near(query)]
    assert suggested
    assert set(suggested) <= names


def test_a_wrong_path_offers_the_right_one(table: Lookup) -> None:
    assert "torch.relu" in table.near("torch.jit.relu")
    assert "torch.nn.Module.load_state_dict" in table.near("torch.hub.load_state_dict")
    assert "torch.optim.Optimizer.step" in table.near("torch.optim.step_")


def test_every_match_says_the_name_that_was_meant(table: Lookup) -> None:
    assert table.matches("x.arccos()")[0].name == "Tensor.arccos"
    assert table.matches("nd.clip")[0].name == "nd.clip"
    assert table.matches("mx.init.Xavier")[0].name == "mx.init.Xavier"
    assert table.matches("freeze")[0].name == "freeze"


@pytest.mark.parametrize(
    "query", ["", " ", "(", "x[", "lambda", "😀", "a" * 5000, "(" * 500, "1", "'", "\\", "..", "%s"]
)
def test_odd_text_is_not_an_error(table: Lookup, query: str) -> None:
    table.matches(query)
    table.near(query)
    table.browse(query)


@pytest.fixture(scope="module")
def grader() -> Iterator[LocalGrader]:
    """Both frameworks, warm."""
    with LocalGrader() as made:
        made.require_ready()
        yield made


@pytest.mark.grading
def test_every_mxnet_name_that_may_be_offered_exists(table: Lookup, grader: LocalGrader) -> None:
    names = sorted({shown(name) for known in table.known for name in known.main})
    source = (
        f"names = {names!r}\nmissing = []\nfrom mxnet import kvstore\n"
        "for name in names:\n    path = name.removeprefix('mx.').replace('kv.KVStore', 'kvstore.KVStore').split('.')\n"
        "    place = nd if path[0] == 'NDArray' else mx\n"
        "    for part in path:\n        place = getattr(place, part, None)\n"
        "    if place is None:\n        missing.append(name)\nmissing"
    )
    run = grader.run("mxnet", source)
    assert run.value == "[]"


@pytest.mark.grading
def test_every_operator_that_a_symbol_of_a_query_means_exists_for_symbols(table: Lookup, grader: LocalGrader) -> None:
    forms = {name for known in table.known for name in (*known.main, *known.other)}
    listed = {word for row in table.index.rows for word in row.words}
    names = sorted({name[3:] for name in forms | listed if name.startswith("nd.")})
    source = (
        f"names = {names!r}\nmissing = []\nfor name in names:\n    place = mx.sym\n"
        "    for part in name.split('.'):\n        place = getattr(place, part, None)\n"
        "    if place is None:\n        missing.append(name)\n' '.join(missing)"
    )
    missing = set(grader.run("mxnet", source).value.strip("'").split())
    assert missing | {"load"} == NOT_SYMBOLIC  # `mx.sym.load` exists, and reads a graph
