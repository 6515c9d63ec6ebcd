"""Another name of torch in the place of a row's own."""

from __future__ import annotations

import pytest

from mxtutor.authoring.table_form import renamed, uses


@pytest.mark.parametrize(
    ("code", "name", "other", "expected"),
    [
        ("torch.acos(x)", "torch.acos", "torch.arccos", "torch.arccos(x)"),
        ("torch.cumsum(x, 1)", "torch.cumsum", "Tensor.cumsum", "x.cumsum(1)"),
        ("x.clone()", "Tensor.clone", "torch.clone", "torch.clone(x)"),
        ("(x * x).view(2, -1)", "Tensor.view", "Tensor.reshape", "(x * x).reshape(2, -1)"),
        ("F.relu(x)", "torch.nn.functional.relu", "Tensor.relu", "x.relu()"),
        ("nn.Linear(2, 3)", "torch.nn.Linear", "torch.nn.LazyLinear", "torch.nn.LazyLinear(2, 3)"),
        ("net.zero_grad()", "torch.optim.Optimizer.zero_grad", "torch.nn.Module.zero_grad", "net.zero_grad()"),
        ("x.shape", "Tensor.shape", "Tensor.size", "x.size"),
        ("torch.acos()", "torch.acos", "Tensor.acos", ""),
        ("torch.acos", "torch.acos", "Tensor.acos", ""),
        ("torch.asin(x)", "torch.acos", "torch.arccos", ""),
        ("linalg.norm(x)", "torch.linalg.norm", "torch.norm", ""),
    ],
)
def test_a_function_becomes_a_method_and_back(code: str, name: str, other: str, expected: str) -> None:
    assert renamed(code, name, other) == expected


@pytest.mark.parametrize(
    ("code", "name", "used"),
    [
        ("torch.acos(x)", "torch.acos", True),
        ("torch.linalg.norm(x)", "torch.norm", False),
        ("torch.norm(x)", "Tensor.norm", False),
        ("x.norm()", "Tensor.norm", True),
        ("x @ y", "Tensor.__matmul__", True),
        ("x * y", "Tensor.__matmul__", False),
        ("nn.functional.relu(x)", "torch.nn.functional.relu", True),
        ("# torch.acos", "torch.acos", False),
        ("torch.acos(", "torch.acos", False),
    ],
)
def test_a_name_is_used_only_by_its_whole_path(code: str, name: str, used: bool) -> None:
    assert uses(code, name) is used
