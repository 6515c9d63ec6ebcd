"""Mistakes that an error proves, by its text and by the source at its line."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from mxtutor.grading.diagnosis import mistake_names
from mxtutor.grading.diagnosis.evidence import Finding, RefusedAnswer, calls_of, last_name, used_names


@dataclass(frozen=True, slots=True)
class ErrorRule:
    """A mistake with a characteristic error; `{0}` in its texts is the first group of the pattern."""

    code: str
    pattern: str
    """Regular expression; it is searched in "Type: text" of the error."""
    message: str
    name: str = ""
    """The mistake in one sentence; empty if it is that of `mistakes.txt`."""
    source: str = ""
    """Regular expression that must also match in the answer's source."""
    lacks: str = ""
    """Regular expression that must not match in the answer's source."""
    certain: bool = True


ARRAYS = (
    ErrorRule("where-shapes", r"Operator where inferring shapes failed",
        "MXNet's `where` does not broadcast: give the condition and both choices the same shape."),
    ErrorRule("import-nd", r"No module named 'mxnet\.(nd|np|npx)'",
        "`mxnet.{0}` is not a module: write `from mxnet import {0}`.",
        name="`mxnet.{0}` is an attribute and cannot be imported as a module."),
    ErrorRule("nd-into-np", r"can only accept MXNet numpy ndarrays, while received|type <class 'mxnet\.ndarray\.ndarray"
        r"\.NDArray'> not supp|use the zero-copy as_np_ndarray"
        r"|Cannot assign mx\.nd\.NDArray to mxnet\.numpy\.ndarray",
        "An `mx.np` function got an `mx.nd` array: go through `x.as_np_ndarray()`, or use the `mx.nd` function."),
    ErrorRule("np-into-nd", r"which can only (?:accept|write to) legacy ndarrays, while received an MXNet numpy"
        r"|NDArray'> does not support assignment with non-array-like object[\s\S]*mxnet\.numpy\.ndarray",
        "An `mx.nd` function got an `mx.np` array: go through `x.as_nd_ndarray()`, or stay in `mx.np`."),
    ErrorRule("symbol-into-nd", r"must have NDArray type, but got <Symbol",
        "Hybridized, a block gets Symbols, which functions of `nd` refuse: call the function of `F` instead."),
    ErrorRule("uneven-parts", r"evenly sized chunks",
        "`nd.split` needs a length that divides by the number of parts: cut slices, or use a function that allows parts of different sizes."),
    ErrorRule("concat-axis", r"axis 1 exceeds the input dimension of 1",
        "`concat` joins along `dim=1` by default, PyTorch's `cat` along 0: pass `dim=0`.",
        name="`concat` joins along the second axis, and these arrays have only one.",
        source=r"\bconcat\(", lacks=r"\bconcat\([^\n]*\bdim\b"),
    ErrorRule("concat-axis", r"shape_assign[\s\S]*Incompatible input shape",
        "`concat` joins along `dim=1` by default, PyTorch's `cat` along 0: pass `dim=0`.",
        name="`concat` joins along the second axis, and the arrays differ in the first one.",
        source=r"\bconcat\(", lacks=r"\bconcat\([^\n]*\bdim\b"),
    ErrorRule("gather-axes", r"Number of indices exceeds data dimension",
        "The first axis of the indices counts the axes of the data, PyTorch's and NumPy's have it last: stack the index arrays with `axis=0`."),
    ErrorRule("scalar-in-where", r"Argument [xy] must have NDArray type",
        "`nd.where` takes arrays only, no Python numbers: pass `nd.full(x.shape, number)` or `nd.zeros_like(x)`.",
        source=r"\bwhere\("),
    ErrorRule("not-an-ndarray", r"Argument (\w+) must have NDArray type, but got ",
        "`{0}` must be an MXNet array, not a number, a list or a NumPy array: wrap it in `nd.array(...)`.",
        name="The argument `{0}` is not an MXNet array."),
    ErrorRule("not-an-ndarray", r"Positional arguments must have NDArray type, but got",
        "The function takes MXNet arrays, not numbers, lists or NumPy arrays: wrap it in `nd.array(...)`."),
    ErrorRule("parameter-as-array", r"unsupported operand type\(s\) for \S+: (?:'\w+' and )?'Parameter'|"
        r"must have NDArray type, but got Parameter|'Parameter' object has no attribute '(?:asnumpy|asscalar|copy|sum|mean|T|reshape|context|size|square|norm|abs|as_in_context|astype|copyto)'|'Parameter' object (?:is not subscriptable|is not iterable|does not support item)",
        "A Parameter holds an array on each device: `p.data()` is its array, `p.grad()` its gradient."),
    ErrorRule("method-not-called", r"'(?:function|method|builtin_function_or_method)' object (?:has no attribute|is not subscriptable|is not iterable)|"
        r"unsupported operand type\(s\) for \S+: (?:'\w+' and )?'(?:function|method)'|argument must be .* not '(?:function|method)'",
        "A method is used as if it were its result: add the parentheses, as in `p.data()` and `p.grad()`."),
    ErrorRule("number-of-array", r"TypeError: (int|float)\(\) argument must be .* not 'NDArray'",
        "`{0}(...)` does not take an NDArray: `x.asscalar()` makes a number of an array with one element.",
        name="`{0}(...)` does not take an NDArray."),
    ErrorRule("not-a-scalar", r"The current array is not a scalar",
        "`asscalar` is for arrays of one element: take the mean or the sum first, or all elements with `asnumpy()`."),
    ErrorRule("bool-of-array", r"The truth value of an? (?:NDArray|ndarray|array) with",
        "`if`, `while`, `and`, `or`, `not`, `max` and `min` need one truth value, and an array has many: work element by element with `nd.where` or a product with a mask."),
    ErrorRule("sizes-one-by-one", r"object of type 'int' has no len\(\)|(?:broadcast_to|transpose|tile|pad)\(\) takes (?:from \d to )?\d positional arguments? but",
        "Sizes and axes go in as one tuple here, as in `x.transpose((1, 0))` and `x.tile((2, 3))`.",
        source=r"\.(?:transpose|tile|broadcast_to|pad|flip|slice)\("),
    ErrorRule("two-dtypes", r"expected (u?int\d+|float\d+), got (u?int\d+|float\d+)",
        "An operator takes arrays of one dtype, and these are {0} and {1}: cast one of them with `astype`. `nd.arange`, `nd.array` and `argmax` give float32.",
        name="Arrays of the dtypes {0} and {1} meet in one operation."),
    ErrorRule("matmul-operator", r"unsupported operand type\(s\) for @:.*'(?:NDArray|ndarray|Symbol)'",
        "An `NDArray` has no `@`: `nd.dot(a, b)` multiplies matrices, `nd.batch_dot(a, b)` batches of them. `mx.np` arrays have it."),
    ErrorRule("boolean-operator", r"unsupported operand type\(s\) for [&|]:.*'(?:NDArray|ndarray|Symbol)'|bad operand type for unary ~: '(?:NDArray|ndarray|Symbol)'",
        "The result of a comparison is a float32 array, so `&`, `|` and `~` do not exist for it: multiply masks, or use `nd.logical_and`, `nd.logical_or` and `nd.logical_not`."),
    ErrorRule("boolean-index", r"boolean indexing in legacy mode",
        "An `NDArray` takes no Boolean array in square brackets, with or without `astype('bool')`: use `nd.where`."),
    ErrorRule("two-sizes", r"Cannot interpret '\d+' as a data type",
        "The second argument is the dtype, not a size. Pass the shape as one tuple: `np.ones((rows, cols))`."),
    ErrorRule("context-as-text", r"Invalid context string (?:cpu|gpu|cuda)",
        "A context is an object, not a string: `ctx=mx.cpu()`."),
    ErrorRule("floor-division", r"unsupported operand type\(s\) for (?://|divmod\(\)):.*'(?:NDArray|ndarray|Symbol)'",
        "MXNet arrays have no `//` and no `divmod`: round the quotient, `nd.floor(x / d)` or `nd.trunc(x / d)`; `x % d` and `nd.modulo(x, d)` give the remainder."),
    ErrorRule("math-function", r"must be real number, not '?(?:NDArray|ndarray)|only size-1 arrays can be converted",
        "The functions of `math` take one number at a time: call MXNet's function of the whole array.", source=r"\bmath\."),
    ErrorRule("mask-of-rows", r"idx\.shape\(\)\.ndim\(\) == 1",
        "`nd.contrib.boolean_mask` selects whole rows and makes a new array: replace single elements with `nd.where`."),
    ErrorRule("zero-dim-np", r"Operator _npi_\w+ inferring shapes failed",
        "You cannot compute with an `mx.np` array without axes or elements before `npx.set_np()`: call that first, or use `nd`."),
    ErrorRule("attribute-called", r"'(?:tuple|Context)' object is not callable",
        "`shape` and `context` are attributes: leave the parentheses out.", source=r"\.(?:shape|context|ctx)\(\)"),
    ErrorRule("np-seed", r"module 'mxnet\.numpy\.random' has no attribute 'seed'",
        "That is MXNet's `np`. `mx.random.seed(seed)` seeds MXNet; shuffling needs NumPy's: `import numpy as onp`, then `onp.random.seed(seed)`.", source=r"\bseed\b"),
    ErrorRule("positional-shape", r"Distribution parameters must be either NDArray or numbers",
        "The first arguments of the functions in `nd.random` are the limits, or the mean and the scale: pass the shape by name, `shape=x.shape`."),
    ErrorRule("gradient-list", r"'list' object has no attribute '\w+'|unsupported operand type\(s\) for [-+*/]=?: 'list' and",
        "`autograd.grad` returns a list, with one gradient for each variable: take its first element, `[0]`.",
        source=r"autograd\.grad\((?!.*\)\s*\[)"),
)  # fmt: skip

AUTOGRAD = (
    # MXNet's own `raise ValueError(...).format(name)` raises the second form in place of the first.
    ErrorRule("numpy-recorded", r"Falling back to NumPy operator|'ValueError' object has no attribute 'format'",
        "MXNet passes this function on to NumPy, and autograd cannot record it: compute the result with operators of MXNet."),
    ErrorRule("in-place-recorded", r"Inplace operations|Inplace update .*(?:not supported|disallowed)|Assigning to NDArrays that are already in a computational graph|__i(?:add|sub|mul|div|truediv)__",
        "While autograd records or a hybridized Block builds its graph, no array of it may be changed in place: make a new one, `y = y + 1` for `y += 1`, or change it after the scope."),
    ErrorRule("no-record", r"Cannot differentiate node because it is not in a computational graph",
        "Nothing was recorded: compute the result inside `with autograd.record():` and call `backward()` on it.",
        lacks=r"\brecord\b"),
    ErrorRule("no-attach-grad", r"Cannot differentiate node because it is not in a computational graph|Cannot differentiate with respect to",
        "Recording follows only arrays that ask for a gradient: call `x.attach_grad()` before the scope.",
        lacks=r"attach_grad|mark_variables|collect_params|\bnet\b|requires_grad|grad_req"),
    ErrorRule("no-backward", r"has not been updated by backward since last",
        "`step` found no new gradient: call `backward()` on the recorded loss before it.", lacks=r"backward"),
    ErrorRule("no-record", r"has not been updated by backward since last",
        "`step` found no new gradient: compute the loss inside `with autograd.record():`.",
        name="Nothing was recorded: the loss is computed outside of any recording scope.", lacks=r"\brecord\b"),
    ErrorRule("no-record", r"Cannot differentiate node because it is not in a computational graph",
        "A step between the arrays with a gradient and the loss was not recorded: compute all of them inside `with autograd.record():`, a mean or a sum, too.",
        name="A step of the computation is not recorded.", certain=False),
    ErrorRule("stale", r"has not been updated by backward since last",
        "`step` found no new gradient: call `loss.backward()` before it, on a loss that is computed inside `autograd.record()`. Each parameter of the Trainer must take part, on each device.", certain=False),
)  # fmt: skip

_OF_TABLE = (*ARRAYS, *AUTOGRAD)


def by_error(refused: RefusedAnswer, rules: tuple[ErrorRule, ...] = _OF_TABLE) -> Finding | None:
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
        name, message = (_fill(text, groups) for text in (rule.name or mistake_names()[rule.code], rule.message))
        return Finding(rule.code, name, message, rule.certain, "".join(groups[:1]))
    return None


def _fill(text: str, groups: list[str]) -> str:
    """Insert the groups of a match into a text; braces of code stay unchanged."""
    for number, group in enumerate(groups):
        text = text.replace(f"{{{number}}}", group)
    return text


BLOCKS = (
    ErrorRule("same-names", r"have different Parameters with the same name",
        "A prefix only gives names: layers with the same prefix do not share their Parameters, and their names collide. Give each layer its own prefix, and share with the argument `params`."),
    ErrorRule("own-parameter", r"hybrid_forward\(\) got an unexpected keyword argument '(\w+)'",
        "In a HybridBlock each parameter of your own is an argument: `def hybrid_forward(self, F, x, {0})`.",
        name="`hybrid_forward` does not take the parameter `{0}`."),
    ErrorRule("not-broadcast", r"Incompatible attr in node|Check failed: assign",
        "`+`, `-` and `*` of Symbols need equal shapes: use `F.broadcast_add`, `F.broadcast_sub` and `F.broadcast_mul`.", source=r"\bhybrid_forward\b"),
    ErrorRule("array-in-graph", r"must be Symbol instances",
        "After `hybridize()` the inputs are Symbols, and `.data()` is an array: take the parameters as arguments of `hybrid_forward`.", source=r"\.data\("),
    ErrorRule("values-of-symbols", r"Function (?:__bool__|asnumpy|asscalar|wait_to_read)\b[^\n]*is not implemented for Symbol",
        "A Symbol has no values and no length that you can convert, test or print: use operators of `F` instead."),
    ErrorRule("numpy-into-net", r"there must be one NDArray or one Symbol in the input",
        "Nets and transforms are Blocks and need MXNet arrays: convert with `nd.array`, or leave out `asnumpy()`."),
    ErrorRule("grad-req-value", r"grad_req must be one of",
        "The values of `grad_req` are the texts `'write'`, `'add'` and `'null'`: `'add'` sums gradients, `'null'` freezes a Parameter."),
    ErrorRule("item-assigned", r"Sequential' object does not support item (?:assignment|deletion)",
        "A container of Gluon cannot replace a layer: make a new one, and `add` the old layers and the new one."),
    ErrorRule("grad-req-name", r"Parameter\.__init__\(\) got an unexpected keyword argument 'requires_grad'",
        "A Parameter of MXNet has the argument `grad_req`: `'null'` for no gradient, `'write'` is the default."),
    ErrorRule("loaded-elsewhere", r"because it was previous initialized on",
        "`load_parameters(ctx=)` does not move a net that has values: `net.collect_params().reset_ctx(ctx)` does."),
    ErrorRule("initializer-class", r"initializer must be of string type",
        "The first argument is the initializer: an instance, with parentheses, such as `mx.init.Normal(0.01)`. Contexts go by name, `ctx=`."),
    ErrorRule("layers-in-constructor", r"'(?:Hybrid)?Sequential' object has no attribute '_children'|Sequential\.__init__\(\) takes from 1 to 3 positional",
        "`nn.Sequential()` and `nn.HybridSequential()` take no layers: make the container, then `net.add(...)`."),
    ErrorRule("layers-in-constructor", r"can only concatenate str \(not \"(?:list|tuple|[\w.]*[A-Z]\w*)\"\) to str|'(?:list|tuple|[\w.]*OrderedDict|generator)' object has no attribute 'endswith'",
        "`nn.Sequential()` and `nn.HybridSequential()` take no layers: make the container, then `net.add(...)`.",
        source=r"Sequential\(\s*(?!\)|prefix\s*=|params\s*=)"),
    ErrorRule("super-init", r"has no attribute '_(?:children|params|prefix|scope|active|reg_params|empty_prefix|name|forward_hooks)'",
        "A block can hold nothing before `super().__init__()` has run: call it in the first line of `__init__`."),
    ErrorRule("export-before-call", r"Please first call block\.hybridize\(\) and then run forward",
        "`export` writes the graph that a hybridized call makes, and each `hybridize()` deletes this graph: call the Block once after `hybridize()`, then `export`."),
    ErrorRule("dense-in-out", r"unsupported operand type\(s\) for \+: 'int' and 'str'",
        "`nn.Dense` takes the number of outputs only: `nn.Dense(out)`, or `nn.Dense(out, in_units=n)` with the input size by name.",
        source=r"Dense\(\s*[\w.\[\]*/]+\s*,\s*(?!activation|\w+\s*=)[\w.\[\]]"),
    ErrorRule("not-initialised", r"Parameter '?[^']*'? has not been initialized",
        "The parameters hold no values: call `net.initialize()` before the first use.", lacks=r"initialize\("),
    ErrorRule("not-initialised", r"Parameter '?[^']*'? has not been initialized",
        "`initialize` reaches only blocks that are registered at that time, as attributes or by `add`, and must come before the first use.", certain=False),
    ErrorRule("deferred-shape", r"DeferredInitializationError|because initialization was deferred|has not been initialized yet because",
        "A layer learns its input size at its first call: call the net on a batch first, or give the input size (`in_units`, `in_channels`)."),
    ErrorRule("net-not-on-context", r"was not initialized on context",
        "The net has no parameters there: initialise it with `ctx=` that context, or move the data to the net's context."),
    ErrorRule("symbol-shape", r"'Symbol' object has no attribute 'shape'",
        "Hybridized, a block gets Symbols, which have no shape: use the codes of `F.reshape` (0 keeps a dimension, -1 infers it)."),
    ErrorRule("norm-axis", r"Check failed: channelAxis < dshape\.ndim\(\)|Channel axis out of range|channel_axis|in operator BatchNorm",
        "The first argument of `nn.BatchNorm` is the axis: write `nn.BatchNorm()`, or give the number of channels by name, `in_channels=n`.",
        source=r"BatchNorm\(\s*(?!axis|\w+\s*=|\))[\w.]"),
)  # fmt: skip

TRAINING = (
    ErrorRule("batch-as-image", r"Input image must have shape \(height, width, channels\), but got (\[\d+,\d+,\d+,\d+\])",
        "This transform takes one image, (height, width, channels): apply it to each image of the data set, not to a batch.",
        name="A transform of one image gets an array of shape {0}."),
    ErrorRule("channels-first", r"last dimension of input image must be the channel|nchannels == 3|Resize image[\s\S]*failed",
        "`Resize`, the crops and the flips need images (h, w, c): put them before `ToTensor`, which moves the channels to the front."),
    ErrorRule("channels-first", r"first dimension of input tensor must be the channel",
        "`Normalize` needs float32 images (c, h, w): put `ToTensor` before it."),
    ErrorRule("whole-item", r"takes 2 positional arguments but 3 were given",
        "`transform` gives the function the whole item: `transform_first` gives it the image alone, and keeps the label.", source=r"\.transform\("),
    ErrorRule("torchvision", r"No module named 'torchvision'",
        "Gluon's datasets are in `mxnet.gluon.data.vision`, its transforms in `mxnet.gluon.data.vision.transforms`."),
    ErrorRule("file-name", r"No such file or directory|Error in fopen|LocalFileSystem",
        "`export(prefix, epoch=7)` writes `prefix-symbol.json` and `prefix-0007.params`: pass these names to `imports`.", source=r"\bimports\("),
    ErrorRule("last-batch", r"last_batch must be one of",
        "The values are `'keep'`, `'discard'` and `'rollover'`: PyTorch's `drop_last=True` is `'discard'`."),
    ErrorRule("loader-arguments", r"must not be specified if",
        "Pass only one of `batch_sampler`, `sampler` and `shuffle`. With a `batch_sampler` leave out `batch_size` and `last_batch`, too."),
    ErrorRule("rate-and-scheduler", r"LRScheduler of the optimizer has already been defined",
        "A Trainer has either a scheduler or a rate that you set: leave out one of the two."),
    ErrorRule("torch-step", r"'int' object is not callable",
        "`step` of a scheduler is the interval, a number. The Trainer asks the scheduler by itself: leave the call out.", source=r"\b\w*sched\w*\.step\("),
    ErrorRule("no-batch-size", r"\b(?:step|update)\(\) missing 1 required positional argument: 'batch_size'",
        "`trainer.step` needs the batch size, by which it divides the gradient: pass `data.shape[0]`."),
    ErrorRule("frozen", r"Cannot get gradient array for Parameter|because grad_req='null'",
        "Frozen parameters and running statistics have no gradient: leave out those with `p.grad_req == 'null'`."),
    ErrorRule("uneven", r"cannot be evenly split",
        "The number of devices does not divide the batch size: pass `even_split=False`, for the data and for the labels."),
    ErrorRule("pattern-star", r"nothing to repeat at position",
        "A regular expression needs something before the `*`: any text is `.*`, so the pattern for biases is `'.*bias'`."),
    ErrorRule("vector-option", r"weight must be a number",
        "The option `weight` of a Gluon loss is one number: pass one weight per sample, of shape `(n, 1)`, when you call the loss."),
    ErrorRule("rate-assigned", r"property 'learning_rate' of 'Trainer' object has no setter|can't set attribute 'learning_rate'",
        "`trainer.learning_rate` can only be read: `trainer.set_learning_rate(...)` sets it."),
)  # fmt: skip

PYTHON = (
    ErrorRule("no-states", r"(?:too many|not enough) values to unpack",
        "Without first states a recurrent layer returns its output alone, and the names on the left split the batch: take one value, or pass `begin_state(batch_size=...)`.",
        source=r"\b(?:RNN|LSTM|GRU)\(", lacks=r"begin_state|states?\s*=|\w\.zeros", certain=False),
    ErrorRule("missing-argument", r"Required parameter (\w+) of [\w\s()<>]+ is not presented, in operator (\w+)",
        "`{1}` needs a value for `{0}` as well.",
        name="The call of `{1}` lacks the argument `{0}`."),
    ErrorRule("missing-argument", r"Operator (\w+) expects (\d+) inputs, but got (\d+) instead",
        "`{0}` needs {1} arrays here, and got {2}.",
        name="`{0}` gets {2} arrays and needs {1}."),
    ErrorRule("shapes-differ", r"could not be broadcast together with shapes (\[[\d,]*\]) (\[[\d,]*\])|Incompatible attr in node .*expected (\[[\d,]*\]), got (\[[\d,]*\])",
        "The shapes {0} and {1} cannot be combined: trailing dimensions must be equal or 1; look at the axis, a transpose or `keepdims`.",
        name="The shapes {0} and {1} do not fit together in one operation.", certain=False),
    ErrorRule("shapes-differ", r"Incompatible matrix dimensions for multiplication|dot shape error[^\[]*(\[[\d,]*\]) X (\[[\d,]*\])|Shape inconsistent, Provided = (\[[\d,]*\]), inferred shape=(\[[\d,]*\])",
        "The inner dimensions of a product, or the shapes of outputs and labels, must agree: look at the order of the arguments and at transposes.",
        name="The shapes of two arguments do not fit together.", certain=False),
    ErrorRule("reshape-size", r"target shape size is larger than the current shape|size of target shape|[Cc]annot reshape array|Check failed: .*shape_?\.Size\(\)",
        "A reshape keeps the number of elements: the new shape does not fit.", certain=False),
    ErrorRule("unknown-key", r"KeyError: '([\w.:]+)'",
        "The dict, or the file, has no entry of the name `{0}`: compare how the names are made with the names that are there.",
        name="A dict has no key `{0}`.", certain=False),
)  # fmt: skip


def by_cause(refused: RefusedAnswer) -> Finding | None:
    """Return the cause that source and line of an error prove; None if several causes are possible."""
    error, tree = refused.error, refused.tree
    if error is None or tree is None or error.line is None:
        return None
    if "was not initialized on context" in error.text:
        return _initialised_again(refused) or _written_in_place(tree)
    return _sequence_lengths(tree, error.line, error.text)


def _sequence_lengths(tree: ast.Module, line: int, text: str) -> Finding | None:
    """Find a call of a sequence operator that ignores the lengths, or takes the batch for the time."""
    names = ("SequenceMask", "SequenceLast", "SequenceReverse")
    call = next(
        (c for c in calls_of(tree) if last_name(c.func) in names and c.lineno <= line <= (c.end_lineno or 0)), None
    )
    if call is None:
        return None
    name, words = last_name(call.func), {k.arg for k in call.keywords}
    if "infered_num_inputs" in text and "use_sequence_length" not in words:
        return Finding("lengths-not-used", f"`{name}` gets lengths without the option that uses them.",
            f"`{name}` takes `sequence_length` only with `use_sequence_length=True`.", key=name)  # fmt: skip
    if "Shape inconsistent, Provided" in text and "axis" not in words:
        return Finding(
            "time-first",
            f"`{name}` takes the first axis for the time.",
            f"`{name}` expects (time, batch, ...) by default: pass `axis=1` for (batch, time, ...)."
            if name != "SequenceReverse"
            else f"`{name}` always expects (time, batch, ...): exchange the first two axes before and after it.",
            key=name,
        )
    return None


def _initialised_again(refused: RefusedAnswer) -> Finding | None:
    """Find `initialize` of a net that has values already, which changes nothing."""
    for call in calls_of(refused.tree or ast.Module([], [])):
        net = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "initialize" else None
        if not isinstance(net, ast.Name) or any(k.arg == "force_reinit" for k in call.keywords):
            continue
        what = refused.exercise.params.get(net.id, "")
        if re.match(r"(?:an? )?(?:trained|initiali[sz]ed) ", what):
            return Finding("initialised-again", f"`{net.id}` has values already, so `initialize` does nothing.",
                f"`initialize` leaves a net that has values where it is, with a warning: `{net.id}.collect_params().reset_ctx(ctx)` moves it with its values.")  # fmt: skip
    return None


def _written_in_place(tree: ast.Module) -> Finding | None:
    """Find values from another device that are written into the arrays of a Parameter."""
    moves = {"as_in_context", "as_in_ctx", "copyto"}
    if not any(last_name(c.func) == "set_data" and moves & used_names(c) for c in calls_of(tree)):
        return None
    return Finding("written-in-place", "`set_data` leaves a Parameter on its device.",
        "`set_data` writes into the arrays that a Parameter has, wherever the values come from: `net.collect_params().reset_ctx(ctx)` moves a net.")  # fmt: skip
