"""torch names that PyTorch users type from habit, and what MXNet calls them."""

from __future__ import annotations

TORCH_NAMES: dict[str, str] = {
    "abs_": "nd.abs", "acos": "nd.arccos", "add": "+ or nd.broadcast_add", "addbmm": "nd.batch_dot(..).sum(axis=0) + m",
    "addcdiv": "t + v * (t1 / t2)", "addmm": "nd.linalg_gemm(mat1, mat2, m)", "addr": "m + an outer product",
    "apply_": "a Python loop over asnumpy()", "asin": "nd.arcsin", "atan": "nd.arctan", "atan2": "np.arctan2",
    "bernoulli": "nd.random.uniform(shape=p.shape) < p", "bmm": "nd.batch_dot", "cat": "nd.concat(.., dim=)",
    "chunk": "slices, or nd.split where the sizes are even", "clamp": "nd.clip(x, a_min, a_max)", "clone": "x.copy()",
    "contiguous": "nothing: NDArrays always are", "copy_": "src.copyto(dst)", "cpu": "as_in_context(mx.cpu())",
    "cuda": "as_in_context(mx.gpu(0))", "data_ptr": "np.shares_memory", "device": "x.context", "dim": "x.ndim",
    "eigh": "nd.linalg.syevd", "expand": "broadcast_to(shape)", "expand_as": "broadcast_like", "fill_": "x[:] = value",
    "from_numpy": "nd.array(a, dtype=a.dtype)", "full_like": "nd.ones_like(x) * value", "gather": "nd.gather_nd",
    "item": "asscalar()", "lstsq": "np.linalg.lstsq", "manual_seed": "mx.random.seed", "masked_fill": "nd.where",
    "matmul": "nd.dot or nd.batch_dot", "mm": "nd.dot", "mul": "*", "new_ones": "nd.ones(shape, ctx=, dtype=)",
    "new_zeros": "nd.zeros(shape, ctx=, dtype=)", "numel": "x.size", "numpy": "asnumpy()", "outer": "np.outer",
    "permute": "transpose(axes)", "rand": "nd.random.uniform(shape=)", "rand_like": "nd.random.uniform(shape=x.shape)",
    "randn": "nd.random.normal(shape=)", "remainder": "nd.modulo", "repeat_interleave": "repeat(repeats, axis)",
    "requires_grad": "x.attach_grad()", "requires_grad_": "x.attach_grad()", "scatter_": "nd.scatter_nd",
    "t": "x.T", "tensor": "nd.array", "to": "as_in_context or astype", "tolist": "asnumpy().tolist()",
    "type": "astype or x.dtype", "uniform_": "nd.random.uniform(low, high, shape=)", "unsqueeze": "nd.expand_dims(x, axis=)",
    "view": "reshape", "view_as": "reshape_like", "zero_": "x[:] = 0", "cumprod": "a loop or nd.contrib.foreach",
    "backward_": "backward()", "state_dict": "save_parameters / collect_params()", "load_state_dict": "load_parameters",
    "parameters": "collect_params()", "named_parameters": "collect_params().items()", "zero_grad": "collect_params().zero_grad()",
    "eval": "autograd.predict_mode()", "train": "autograd.train_mode() or record()", "no_grad": "autograd.pause()",
    "Linear": "nn.Dense", "Conv2d": "nn.Conv2D", "MaxPool2d": "nn.MaxPool2D", "BatchNorm1d": "nn.BatchNorm", "ReLU": "nn.Activation('relu')",
    "Module": "gluon.Block", "CrossEntropyLoss": "gluon.loss.SoftmaxCrossEntropyLoss", "MSELoss": "gluon.loss.L2Loss (half of it)",
}  # fmt: skip
"""Attribute of torch, of a tensor or of a module, to the MXNet way; only names that MXNet's objects lack."""
