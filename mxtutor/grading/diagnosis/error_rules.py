"""Mistakes that the text of an error proves: one row per mistake."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mxtutor.grading.diagnosis.evidence import Finding, Refused


@dataclass(frozen=True, slots=True)
class ErrorRule:
    """A mistake with a characteristic error; `{0}` in its texts is the first group of the pattern."""

    code: str
    pattern: str
    """Regular expression; it is searched in "Type: text" of the error."""
    name: str
    message: str
    source: str = ""
    """Regular expression that must also match in the answer's source."""
    lacks: str = ""
    """Regular expression that must not match in the answer's source."""
    certain: bool = True


ARRAYS = (
    ErrorRule("torch-import", r"(?:ModuleNotFoundError|ImportError): .*\btorch|NameError: name 'torch'",
        "The answer uses PyTorch, which answers cannot import.",
        "Answers run without PyTorch: write it in MXNet."),
    ErrorRule("import-nd", r"No module named 'mxnet\.(nd|np|npx)'",
        "`mxnet.{0}` is an attribute and cannot be imported as a module.",
        "`mxnet.{0}` is not a module: write `from mxnet import {0}`."),
    ErrorRule("module-missing", r"ModuleNotFoundError: No module named '([\w.]+)'",
        "The module `{0}` is not installed.",
        "There is no module `{0}` for answers: use MXNet, NumPy and Python's own modules."),
    ErrorRule("nd-into-np", r"can only accept MXNet numpy ndarrays, while received|type <class 'mxnet\.ndarray\.ndarray"
        r"\.NDArray'> not supp",
        "An `mx.np` function got an `mx.nd` array.",
        "An `mx.np` function got an `mx.nd` array: go through `x.as_np_ndarray()`, or use the `mx.nd` function."),
    ErrorRule("np-into-nd", r"which can only (?:accept|write to) legacy ndarrays, while received an MXNet numpy",
        "An `mx.nd` function or layer got an `mx.np` array.",
        "An `mx.nd` function got an `mx.np` array: go through `x.as_nd_ndarray()`, or stay in `mx.np`."),
    ErrorRule("numpy-operand", r"type <class 'numpy\.ndarray'> not supported",
        "A NumPy array and an MXNet array are combined in one operation.",
        "MXNet does no arithmetic with NumPy arrays: leave out `asnumpy()`, or wrap the NumPy array in `nd.array(...)`."),
    ErrorRule("symbol-into-nd", r"must have NDArray type, but got <Symbol",
        "A function of `nd` is called inside `hybrid_forward`.",
        "Hybridized, a block gets Symbols, which functions of `nd` refuse: call the function of `F` instead."),
    ErrorRule("list-of-arrays", r"must have NDArray type, but got [\[(]\s*(?:\[[\s\S]*<NDArray|<NDArray)",
        "The arrays are passed as one list.",
        "This function takes arrays one by one, not as a list: put a star before the list, `f(*arrays)`."),
    ErrorRule("where-shapes", r"Operator where inferring shapes failed",
        "The arrays of `where` have different shapes.",
        "MXNet's `where` does not broadcast: give the condition and both choices the same shape."),
    ErrorRule("uneven-parts", r"evenly sized chunks",
        "`split` makes parts of one size only, and the length does not divide by their number.",
        "`nd.split` needs a length that divides by the number of parts: cut slices, or use a function that allows parts of different sizes."),
    ErrorRule("concat-axis", r"axis 1 exceeds the input dimension of 1",
        "`concat` joins along the second axis, and these arrays have only one.",
        "`concat` joins along `dim=1` by default, PyTorch's `cat` along 0: pass `dim=0`.",
        source=r"\bconcat\(", lacks=r"\bconcat\([^\n]*\bdim\b"),
    ErrorRule("concat-axis", r"shape_assign[\s\S]*Incompatible input shape",
        "`concat` joins along the second axis, and the arrays differ in the first one.",
        "`concat` joins along `dim=1` by default, PyTorch's `cat` along 0: pass `dim=0`.",
        source=r"\bconcat\(", lacks=r"\bconcat\([^\n]*\bdim\b"),
    ErrorRule("gather-axes", r"Number of indices exceeds data dimension",
        "The indices of `gather_nd` have the wrong shape.",
        "The first axis of the indices counts the axes of the data, PyTorch's and NumPy's have it last: stack the index arrays with `axis=0`."),
    ErrorRule("not-an-ndarray", r"Argument (\w+) must have NDArray type, but got ",
        "The argument `{0}` is not an MXNet array.",
        "`{0}` must be an MXNet array, not a number, a list or a NumPy array: wrap it in `nd.array(...)`."),
    ErrorRule("not-an-ndarray", r"Positional arguments must have NDArray type, but got",
        "An argument is not an MXNet array.",
        "The function takes MXNet arrays, not numbers, lists or NumPy arrays: wrap it in `nd.array(...)`."),
    ErrorRule("net-input", r"there must be one NDArray or one Symbol in the input",
        "A layer is called with something that is not an MXNet array.",
        "A layer takes MXNet arrays: wrap lists and NumPy arrays in `nd.array(...)`, and leave out `asnumpy()`."),
    ErrorRule("matmul-operator", r"unsupported operand type\(s\) for @: 'NDArray'",
        "An `mx.nd` array has no operator `@`.",
        "An `mx.nd` array has no `@`: use `nd.dot` for matrices and `nd.batch_dot` for batches."),
    ErrorRule("logical-operator", r"(?:unsupported operand type\(s\) for ([&|^])|bad operand type for unary (~)): '(?:NDArray|ndarray)'",
        "An `mx.nd` array has none of the operators `&`, `|`, `^` and `~`.",
        "An `mx.nd` array has no such operator: use `nd.logical_and`, `nd.logical_or`, or multiply the masks; `1 - mask` is its opposite."),
    ErrorRule("floor-division", r"unsupported operand type\(s\) for //: ",
        "An `NDArray` has no operator `//`.",
        "An `NDArray` has no `//`: divide and round down, `nd.floor(a / b)`."),
    ErrorRule("parameter-as-array", r"unsupported operand type\(s\) for \S+: (?:'\w+' and )?'Parameter'|"
        r"must have NDArray type, but got Parameter|'Parameter' object has no attribute '(?:asnumpy|asscalar|copy|sum|mean|T|reshape|context|size|square|norm|abs|as_in_context|astype|copyto)'",
        "A Parameter is used as if it were an array.",
        "A Parameter holds an array on each device: `p.data()` is its array, `p.grad()` its gradient."),
    ErrorRule("method-not-called", r"'(?:function|method|builtin_function_or_method)' object (?:has no attribute|is not subscriptable|is not iterable)|"
        r"unsupported operand type\(s\) for \S+: (?:'\w+' and )?'(?:function|method)'|argument must be .* not '(?:function|method)'",
        "A method is used without calling it.",
        "A method is used as if it were its result: add the parentheses, as in `p.data()` and `p.grad()`."),
    ErrorRule("number-of-array", r"TypeError: (int|float)\(\) argument must be .* not 'NDArray'",
        "`{0}(...)` does not take an NDArray.",
        "`{0}(...)` does not take an NDArray: `x.asscalar()` makes a number of an array with one element."),
    ErrorRule("math-of-array", r"must be real number, not (?:NDArray|ndarray)",
        "A function of Python's `math` gets an array.",
        "Functions of `math` take plain numbers: use the function of `nd`, or `asscalar()` first."),
    ErrorRule("not-a-scalar", r"The current array is not a scalar|only size-1 arrays can be converted",
        "An array of several elements is turned into one number.",
        "Only an array with one element becomes a number: reduce it first (sum, mean, or an index)."),
    ErrorRule("bool-of-array", r"The truth value of an? (?:NDArray|ndarray|array) with",
        "An array of several elements is used as one condition.",
        "`if`, `while`, `and`, `or`, `not`, `max` and `min` need one truth value, and an array has many: work element by element with `nd.where` or a product with a mask."),
    ErrorRule("shape-as-arguments", r"Invalid context string -?[0-9]|Invalid Parameter format for reverse expect boolean|"
        r"Cannot interpret '[0-9]+' as a data type|data type '?[0-9]",
        "The sizes are passed one by one.",
        "The shape is one tuple, as in `nd.zeros((2, 3))`: the argument after it means something else."),
    ErrorRule("dtype-as-context", r"Invalid context string (?:<class|u?int|float|bool)",
        "The dtype is passed as the context.",
        "The second argument is the context: pass the dtype by its name, `dtype=...`."),
    ErrorRule("context-string", r"Invalid context string (?:cpu|gpu|cuda)|copyto does not support type <class 'str'>|'str' object has no attribute 'device_type(?:id)?'",
        "A string is passed where a Context is needed.",
        "A device is a Context such as `mx.cpu(0)` or `mx.gpu(0)`, not a string."),
    ErrorRule("sizes-one-by-one", r"object of type 'int' has no len\(\)|(?:broadcast_to|transpose|tile|pad)\(\) takes (?:from \d to )?\d positional arguments? but",
        "The sizes or axes are passed one by one.",
        "Sizes and axes go in as one tuple here, as in `x.transpose((1, 0))` and `x.tile((2, 3))`.",
        source=r"\.(?:transpose|tile|broadcast_to|pad|flip|slice)\("),
    ErrorRule("numpy-as-mxnet", r"'numpy\.ndarray' object has no attribute '(\w+)'",
        "A NumPy array is used as an MXNet array: it has no `{0}`.",
        "This is a NumPy array, which has no `{0}`: leave out `asnumpy()`, or wrap it in `nd.array(...)`."),
    ErrorRule("gradient-list", r"'list' object has no attribute '\w+'|unsupported operand type\(s\) for [-+*/]=?: 'list' and",
        "The list of gradients is used as an array.",
        "`autograd.grad` returns a list, with one gradient for each variable: take its first element, `[0]`.",
        source=r"autograd\.grad\((?!.*\)\s*\[)"),
    ErrorRule("sequence-as-array", r"'(list|tuple)' object has no attribute '(?:asnumpy|asscalar|shape|sum|mean|backward|reshape|copy|as_\w+|T|dtype|size|context|astype|attach_grad|grad|abs|norm|sign|square|sqrt|max|min|clip|detach)'",
        "A {0} is used as an array.",
        "The value is a {0} of arrays, not an array: take one of its elements, or join them."),
    ErrorRule("number-as-array", r"'(int|float|numpy\.float32|bool)' object has no attribute '(?:asnumpy|asscalar|shape|sum|mean|backward|reshape|copy|as_\w+|item|attach_grad|astype)'",
        "A plain number is used as an array.",
        "The value is a plain number already: it is not an array and has none of its methods."),
    ErrorRule("shape-arithmetic", r"can only concatenate tuple|can't multiply sequence by non-int|unsupported operand type\(s\) for \S+: 'tuple' and|'tuple' object cannot be interpreted as an integer",
        "A shape is used as a number.",
        "A shape is a tuple: take one length, `x.shape[0]`, or the number of elements, `x.size`.",
        source=r"\.shape\b"),
)  # fmt: skip

AUTOGRAD = (
    ErrorRule("record-not-called", r"'function' object does not support the context manager protocol|AttributeError: __enter__",
        "A scope of `autograd` is used without parentheses.",
        "The scope is made by a call: `with autograd.record():`, with parentheses."),
    ErrorRule("in-place-recorded", r"Inplace (?:operations|update) .*(?:not supported|disallowed)|Inplace operations",
        "An array is changed in place while autograd records.",
        "While autograd records, no array of the graph may be changed in place: make a new array, `y = y + 1` in place of `y += 1`."),
    ErrorRule("no-record", r"Cannot differentiate node because it is not in a computational graph",
        "Nothing was recorded: the result is computed outside of any recording scope.",
        "Nothing was recorded: compute the result inside `with autograd.record():` and call `backward()` on it.",
        lacks=r"\brecord\b"),
    ErrorRule("no-attach-grad", r"Cannot differentiate node because it is not in a computational graph|Cannot differentiate with respect to",
        "No array asks for a gradient.",
        "Recording follows only arrays that ask for a gradient: call `x.attach_grad()` before the scope.",
        lacks=r"attach_grad|mark_variables|collect_params|\bnet\b|requires_grad|grad_req"),
    ErrorRule("through-numpy", r"Cannot differentiate node because it is not in a computational graph",
        "The computation goes through NumPy, which autograd does not record.",
        "Values that leave MXNet by `asnumpy()` or `asscalar()` are not recorded: compute the whole result with MXNet's operators.",
        source=r"as(?:numpy|scalar)\(\)", certain=False),
    ErrorRule("grad-is-none", r"'NoneType' object (?:has no attribute '(?:asnumpy|copy|zero_|shape|asscalar|sum|norm|detach|astype)'|is not callable|is not subscriptable)",
        "The array has no gradient: its `grad` is None.",
        "`x.grad` is None before `x.attach_grad()` and for every array made from it: attach the gradient first and keep that array.",
        source=r"\.grad\b"),
    ErrorRule("no-backward", r"has not been updated by backward since last",
        "The gradient is never computed, so the step finds no new one.",
        "`step` found no new gradient: call `backward()` on the recorded loss before it.", lacks=r"backward"),
    ErrorRule("no-record", r"has not been updated by backward since last",
        "Nothing was recorded: the loss is computed outside of any recording scope.",
        "`step` found no new gradient: compute the loss inside `with autograd.record():`.", lacks=r"\brecord\b"),
    ErrorRule("head-gradient-name", r"backward\(\) got an unexpected keyword argument '(gradient|grad_tensors|grad_outputs|head_grads?|grad_output|out_grads?)'",
        "`backward` has no argument `{0}`.",
        "The gradient of the output goes to `backward` as `out_grad`."),
    ErrorRule("create-graph-in-backward", r"backward\(\) got an unexpected keyword argument 'create_graph'",
        "`backward` has no argument `create_graph`.",
        "`backward` cannot record itself: `autograd.grad(y, [x], create_graph=True)` can."),
    ErrorRule("no-second-gradient", r"is non-differentiable because it didn't register FGradient",
        "One of the operators has no second gradient in MXNet.",
        "Only some operators can be differentiated twice in MXNet; sums, products and quotients of arrays cannot: differentiate the function itself, without a reduction."),
    ErrorRule("null-gradient", r"Cannot get gradient array for Parameter .* because grad_req='null'",
        "The gradient of a Parameter without one is read.",
        "This Parameter takes no gradient (`grad_req` is `'null'`, as for running statistics): leave it out."),
)  # fmt: skip

_OF_TABLE = (*ARRAYS, *AUTOGRAD)


def by_error(refused: Refused, rules: tuple[ErrorRule, ...] = _OF_TABLE) -> Finding | None:
    """Return the finding of the first rule whose pattern matches the error."""
    error = refused.error
    if error is None:
        return None
    text = f"{error.type}: {error.text}"
    for rule in rules:
        found = re.search(rule.pattern, text)
        if found is None:
            continue
        if rule.source and not re.search(rule.source, refused.code):
            continue
        if rule.lacks and re.search(rule.lacks, refused.code):
            continue
        groups = [group for group in found.groups() if group is not None]
        return Finding(
            rule.code, _fill(rule.name, groups), _fill(rule.message, groups), rule.certain, "".join(groups[:1])
        )
    return None


def _fill(text: str, groups: list[str]) -> str:
    """Insert the groups of a match into a text; braces of code stay unchanged."""
    for number, group in enumerate(groups):
        text = text.replace(f"{{{number}}}", group)
    return text
