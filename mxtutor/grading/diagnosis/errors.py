"""Mistakes that an error proves, by its text and by the source at its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mxtutor.grading.diagnosis.evidence import Finding, Refused, calls_of, dotted, last_name, used_names


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


BLOCKS = (
    ErrorRule("layers-in-constructor", r"'(?:Hybrid)?Sequential' object has no attribute '_children'|Sequential\.__init__\(\) takes from 1 to 3 positional",
        "The layers are passed to the constructor of the container.",
        "`nn.Sequential()` and `nn.HybridSequential()` take no layers: make the container, then `net.add(...)`."),
    ErrorRule("layers-in-constructor", r"can only concatenate str \(not \"(?:list|tuple|[\w.]*[A-Z]\w*)\"\) to str|'(?:list|tuple|[\w.]*OrderedDict|generator)' object has no attribute 'endswith'",
        "The layers are passed to the constructor of the container.",
        "`nn.Sequential()` and `nn.HybridSequential()` take no layers: make the container, then `net.add(...)`.",
        source=r"Sequential\(\s*(?!\)|prefix\s*=|params\s*=)"),
    ErrorRule("super-init", r"has no attribute '_(?:children|params|prefix|scope|active|reg_params|empty_prefix|name|forward_hooks)'",
        "The block is used before its base class is initialised.",
        "A block can hold nothing before `super().__init__()` has run: call it in the first line of `__init__`."),
    ErrorRule("relu-block", r"Children of HybridBlock must also be HybridBlock|has type <class 'function'>",
        "A function or a plain Block is added to a hybrid container.",
        "Each layer of a hybrid container must be a HybridBlock: `nn.Activation('relu')`, or `nn.HybridLambda('relu')` for a function."),
    ErrorRule("list-added", r"unhashable type: 'list'",
        "The layers are added as one list.",
        "`add` takes the layers one by one: `net.add(*layers)`.", source=r"\.add\("),
    ErrorRule("same-names", r"have different Parameters with the same name",
        "Two layers have Parameters with the same names.",
        "A prefix only gives names: layers with the same prefix do not share their Parameters, and their names collide. Give each layer its own prefix, and share with the argument `params`."),
    ErrorRule("grad-req-name", r"Parameter\.__init__\(\) got an unexpected keyword argument 'requires_grad'",
        "A Parameter has no argument `requires_grad`.",
        "A Parameter of MXNet has the argument `grad_req`: `'null'` for no gradient, `'write'` is the default."),
    ErrorRule("parameter-not-collected", r"Unknown input to HybridBlock: (\w+)",
        "The Block does not collect the Parameter `{0}`.",
        "A `gluon.Parameter` that is only an attribute is not collected: the Block must make it from `self.params`."),
    ErrorRule("export-before-call", r"Please first call block\.hybridize\(\) and then run forward",
        "The Block is exported before a hybridized call.",
        "`export` writes the graph that a hybridized call makes, and each `hybridize()` deletes this graph: call the Block once after `hybridize()`, then `export`."),
    ErrorRule("chained-none", r"'NoneType' object has no attribute '(?:add|initialize|hybridize|collect_params|forward)'|'NoneType' object is not callable",
        "The result of a method that returns nothing is used.",
        "`add`, `initialize` and `hybridize` change the net and return nothing: call each on a line of its own.",
        source=r"\.(?:add|initialize|hybridize)\("),
    ErrorRule("dense-in-out", r"unsupported operand type\(s\) for \+: 'int' and 'str'",
        "`Dense` gets two sizes by position: the second argument is the activation.",
        "`nn.Dense` takes the number of outputs only: `nn.Dense(out)`, or `nn.Dense(out, in_units=n)` with the input size by name.",
        source=r"Dense\(\s*[\w.\[\]*/]+\s*,\s*(?!activation|\w+\s*=)[\w.\[\]]"),
    ErrorRule("not-initialised", r"Parameter '?[^']*'? has not been initialized",
        "The parameters hold no values: the net is never initialised.",
        "The parameters hold no values: call `net.initialize()` before the first use.", lacks=r"initialize\("),
    ErrorRule("not-initialised", r"Parameter '?[^']*'? has not been initialized",
        "Parameters are used that hold no values yet.",
        "`initialize` reaches only blocks that are registered at that time, as attributes or by `add`, and must come before the first use.", certain=False),
    ErrorRule("deferred-shape", r"DeferredInitializationError|because initialization was deferred|has not been initialized yet because",
        "The parameters are used before their shapes are known.",
        "A layer learns its input size at its first call: call the net on a batch first, or give the input size (`in_units`, `in_channels`)."),
    ErrorRule("net-not-on-context", r"was not initialized on context",
        "The net has no copy of its parameters on this context.",
        "The net has no parameters there: initialise it with `ctx=` that context, or move the data to the net's context."),
    ErrorRule("loaded-elsewhere", r"because it was previous initialized on",
        "The values are loaded for another context than that of the net.",
        "`load_parameters(ctx=)` does not move a net that has values: `net.collect_params().reset_ctx(ctx)` does."),
    ErrorRule("forward-missing", r"NotImplementedError",
        "The block defines no forward pass.",
        "A Block needs `forward(self, x)`, a HybridBlock needs `hybrid_forward(self, F, x)`.", source=r"class\s+\w+\([\w.]*(Block|Sequential)\b"),
    ErrorRule("hybrid-forward-without-f", r"hybrid_forward\(\) takes (\d) positional arguments? but",
        "`hybrid_forward` lacks its parameter `F`.",
        "`hybrid_forward` gets `F` before the data: `def hybrid_forward(self, F, x)`.", lacks=r"hybrid_forward\(\s*self\s*,\s*F\b"),
    ErrorRule("symbol-shape", r"'Symbol' object has no attribute 'shape'",
        "The shape of a Symbol is asked in `hybrid_forward`.",
        "Hybridized, a block gets Symbols, which have no shape: use the codes of `F.reshape` (0 keeps a dimension, -1 infers it)."),
    ErrorRule("symbol-values", r"is not implemented for Symbol|'Symbol' object does not support item assignment",
        "`hybrid_forward` uses values, and a Symbol has none.",
        "Hybridized, a block gets Symbols without values: use operators of `F` in place of `if`, `len`, `float` and assignments."),
    ErrorRule("unknown-activation", r"Invalid Input: '(ReLU|Relu|RELU|Sigmoid|Tanh|leaky_relu|gelu|softmax|elu|swish)', valid values are",
        "There is no activation called `{0}`.",
        "Activations are lower-case names here: `'relu'`, `'sigmoid'`, `'softrelu'`, `'softsign'` and `'tanh'`; the others are layers of their own."),
    ErrorRule("padding-word", r"for pad expect Shape",
        "The padding is a word.",
        "Padding is a number or a pair of numbers here, not a word such as `'same'`."),
    ErrorRule("initializer-class", r"initializer must be of string type",
        "The first argument of `initialize` is not an initializer.",
        "The first argument is the initializer: an instance, with parentheses, such as `mx.init.Normal(0.01)`. Contexts go by name, `ctx=`."),
    ErrorRule("parameter-replaced", r"Changing attribute type for (\w+)",
        "The Parameter `{0}` is replaced by an array.",
        "A Parameter cannot be replaced by an array: write into it with `set_data(array)`."),
    ErrorRule("names-of-parameters", r"'str' object has no attribute '(?:data|grad|shape|grad_req|name|set_data|asnumpy|zero_grad)'|too many values to unpack \(expected 2\)",
        "Iterating over the parameters gives their names.",
        "`collect_params()` is a dict: loop over `.values()` for the Parameters, or over `.items()` for pairs.", source=r"collect_params\(\)\s*:|params\s*:"),
    ErrorRule("norm-axis", r"Check failed: channelAxis < dshape\.ndim\(\)|Channel axis out of range|channel_axis|in operator BatchNorm",
        "The first argument of `BatchNorm` is the axis, not the number of channels.",
        "The first argument of `nn.BatchNorm` is the axis: write `nn.BatchNorm()`, or give the number of channels by name, `in_channels=n`.",
        source=r"BatchNorm\(\s*(?!axis|\w+\s*=|\))[\w.]"),
)  # fmt: skip

TRAINING = (
    ErrorRule("rate-assigned", r"property 'learning_rate' of 'Trainer' object has no setter|can't set attribute 'learning_rate'",
        "The learning rate of a Trainer is assigned.",
        "`trainer.learning_rate` can only be read: `trainer.set_learning_rate(...)` sets it."),
    ErrorRule("step-without-size", r"step\(\) missing 1 required positional argument: 'batch_size'",
        "`step` is called without the batch size.",
        "`trainer.step` divides the gradient by its argument, the batch size, and requires it."),
    ErrorRule("trainer-of-net", r"First argument must be a list or dict of Parameters",
        "The Trainer gets the net in place of its parameters.",
        "A Trainer takes the parameters, not the net: `net.collect_params()`."),
    ErrorRule("trainer-options", r"Trainer\.__init__\(\) got an unexpected keyword argument '(\w+)'",
        "The option `{0}` is passed to the Trainer itself.",
        "The options of the optimizer come in one dict, the third argument, such as `{'learning_rate': 0.1}`."),
    ErrorRule("trainer-options", r"argument after \*\* must be a mapping",
        "The options of the optimizer are not a dict.",
        "The third argument of a Trainer is a dict of options, such as `{'learning_rate': 0.1}`.", source=r"Trainer\("),
    ErrorRule("optimizer-option", r"Optimizer\.__init__\(\) got an unexpected keyword argument '(lr|weight_decay|eps|betas|nesterov|alpha)'|(?:SGD|Adam|NAG|RMSProp|AdaGrad)\.__init__\(\) got an unexpected keyword argument '(\w+)'",
        "`{0}` is PyTorch's name of the option.",
        "MXNet's options are called `learning_rate`, `wd`, `momentum`, `epsilon`, `beta1` and `beta2`; nesterov is the optimizer `'nag'`."),
    ErrorRule("unknown-optimizer", r"Cannot find optimizer (\w+)",
        "There is no optimizer called `{0}`.",
        "MXNet knows no optimizer of that name; the common ones are `'sgd'`, `'nag'`, `'adam'`, `'rmsprop'` and `'adagrad'`."),
    ErrorRule("options-twice", r"optimizer_params must be None if optimizer is an instance",
        "An optimizer object and a dict of options are both passed.",
        "An optimizer object has its own options: leave the dict out, or name the optimizer by a string."),
    ErrorRule("to-tensor-early", r"must be the channel dimension|nchannels == 3|Input image must have shape",
        "`ToTensor` comes before a transform that needs images of shape (height, width, channels).",
        "`ToTensor` moves the channels to the front. Crops, flips and `Resize` need them last: put `ToTensor` after these transforms.",
        source=r"\bToTensor\(\)[^\n]*\b(?:CenterCrop|Resize|RandomCrop|RandomResizedCrop|RandomFlip\w+|CropResize)\("),
    ErrorRule("batch-as-image", r"Input image must have shape \(height, width, channels\), but got (\[\d+,\d+,\d+,\d+\])",
        "A transform of one image gets an array of shape {0}.",
        "This transform takes one image, (height, width, channels): apply it to each image of the data set, not to a batch."),
    ErrorRule("loader-batch-size", r"batch_size must be specified unless batch_sampler",
        "The DataLoader has no batch size.",
        "`gluon.data.DataLoader` needs `batch_size`, or a batch sampler."),
    ErrorRule("shuffle-and-sampler", r"shuffle must not be specified if sampler is specified",
        "The DataLoader gets a sampler and `shuffle`.",
        "A sampler decides the order by itself: leave `shuffle` out."),
    ErrorRule("uneven-split", r"cannot be evenly split",
        "The batch does not divide by the number of contexts.",
        "The batch does not divide evenly: pass `even_split=False` where that is allowed, or split another axis."),
    ErrorRule("metric-lists", r"Shape of labels \d+ does not match shape of predictions",
        "The metric gets a list and an array, or arrays of different lengths.",
        "`update` takes two arrays or two lists of arrays, labels first: `metric.update([label], [output])`."),
)  # fmt: skip

PYTHON = (
    ErrorRule("no-states", r"(?:too many|not enough) values to unpack",
        "A recurrent layer that gets no states returns only its output.",
        "Without first states a recurrent layer returns its output alone, and the names on the left split the batch: take one value, or pass `begin_state(batch_size=...)`.",
        source=r"\b(?:RNN|LSTM|GRU)\(", lacks=r"begin_state|states?\s*=|\w\.zeros", certain=False),
    ErrorRule("dtype-mix", r"Incompatible attr in node .*expected (\w+), got (\w+)",
        "Arrays of dtypes {0} and {1} are combined in one operator.",
        "MXNet mixes no dtypes in one operator: bring both to one with `astype`. NumPy's default is float64, MXNet's float32."),
    ErrorRule("missing-argument", r"Required parameter (\w+) of [\w\s()<>]+ is not presented, in operator (\w+)",
        "The call of `{1}` lacks the argument `{0}`.",
        "`{1}` needs a value for `{0}` as well."),
    ErrorRule("missing-argument", r"Operator (\w+) expects (\d+) inputs, but got (\d+) instead",
        "`{0}` gets {2} arrays and needs {1}.",
        "`{0}` needs {1} arrays here, and got {2}."),
    ErrorRule("shapes-differ", r"could not be broadcast together with shapes (\[[\d,]*\]) (\[[\d,]*\])|Incompatible attr in node .*expected (\[[\d,]*\]), got (\[[\d,]*\])",
        "The shapes {0} and {1} do not fit together in one operation.",
        "The shapes {0} and {1} cannot be combined: trailing dimensions must be equal or 1; look at the axis, a transpose or `keepdims`.", certain=False),
    ErrorRule("shapes-differ", r"Incompatible matrix dimensions for multiplication|dot shape error: (\[[\d,]*\]) X (\[[\d,]*\])|Shape inconsistent, Provided = (\[[\d,]*\]), inferred shape=(\[[\d,]*\])",
        "The shapes of two arguments do not fit together.",
        "The inner dimensions of a product, or the shapes of outputs and labels, must agree: look at the order of the arguments and at transposes.", certain=False),
    ErrorRule("batch-dot-of-matrices", r"batch_dot currently only support",
        "`batch_dot` gets matrices in place of batches.",
        "`batch_dot` multiplies batches of matrices, with three axes; for two matrices use `nd.dot`."),
    ErrorRule("axis-out-of-range", r"[Aa]xis should be between|axis = -?\d+ out of bounds|[Aa]xis .*out of (?:bound|range)|Invalid axis|axis .* is out of bounds",
        "An axis is used that the array does not have.",
        "The array has fewer axes than the number that is given as axis; axes are counted from 0.", certain=False),
    ErrorRule("index-out-of-range", r"IndexError: (?:index -?\d+ is out of bounds|list index out of range|tuple index out of range|too many indices)",
        "An index lies outside of the array or the shape.",
        "An index is too large, or the array has fewer axes than are indexed: indices count from 0.", certain=False),
    ErrorRule("reshape-size", r"target shape size is larger than the current shape|size of target shape|cannot reshape array|Check failed: .*shape_?\.Size\(\)",
        "The array is reshaped to another number of elements.",
        "A reshape keeps the number of elements: the new shape does not fit.", certain=False),
    ErrorRule("unknown-key", r"KeyError: '([\w.:]+)'",
        "A dict has no key `{0}`.",
        "The dict, or the file, has no entry of the name `{0}`: compare how the names are made with the names that are there.", certain=False),
    ErrorRule("recursion", r"RecursionError",
        "A function calls itself without an end.",
        "A function calls itself without an end: does it call the function that it should define?"),
    ErrorRule("none-operand", r"unsupported operand type\(s\) for \S+: (?:'\w+' and )?'NoneType'",
        "An operand is None.",
        "One of the two values is None, the result of a function or a method that returns nothing.", certain=False),
    ErrorRule("unpack", r"(?:too many|not enough) values to unpack",
        "A value is unpacked into the wrong number of names.",
        "The number of names on the left is not the number of values on the right.", certain=False),
)  # fmt: skip


Scope = ast.With | ast.AsyncWith

_FREED = "There are no inputs in computation graph that require gradients"
_NOT_RECORDED = "Cannot differentiate node because it is not in a computational graph"


def by_cause(refused: Refused) -> Finding | None:
    """Return the cause that source and line of an error prove; None if several causes are possible."""
    error, tree = refused.error, refused.tree
    if error is None or tree is None or error.line is None:
        return None
    if _FREED in error.text or _NOT_RECORDED in error.text:
        return _graph_freed(tree, error.line, _FREED in error.text) or _all_frozen(tree)
    if "was not initialized on context" in error.text:
        return _initialised_again(refused) or _written_in_place(tree)
    if found := _sequence_lengths(tree, error.line, error.text):
        return found
    return _torch_pair(tree, error.line) if "values to unpack" in error.text else None


def _graph_freed(tree: ast.Module, line: int, other_head: bool) -> Finding | None:
    """Find a second gradient pass over one recorded graph; the error is in the second one.

    `other_head`: whether the two passes may begin at different arrays of the graph.
    """
    second = next((c for c in calls_of(tree) if _is_pass(c) and c.lineno <= line <= (c.end_lineno or c.lineno)), None)
    if second is None:
        return None
    passes = [c for c in calls_of(_function(tree, line)) if _is_pass(c)]
    records = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.With) and _records(n)]
    earlier = [c for c in passes if c.lineno < second.lineno and not any(c.lineno < r < second.lineno for r in records)]
    head = _head(second)
    if any(not _keeps(c) and (other_head or (head and _head(c) == head)) for c in earlier):
        return _FREED_GRAPH
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For) and loop.lineno < second.lineno <= (loop.end_lineno or 0) and not _keeps(second):
            inside = any(loop.lineno <= r <= (loop.end_lineno or 0) for r in records)
            if not inside and any(r < loop.lineno for r in records) and (other_head or _is_recorded(tree, head)):
                return _FREED_GRAPH
    return None


_FREED_GRAPH = Finding(
    "graph-freed",
    "The same graph is differentiated twice.",
    "The first gradient pass frees the graph: pass `retain_graph=True` to it, or ask for all gradients in one pass.",
)


def _function(tree: ast.Module, line: int) -> ast.AST:
    """Return the innermost function that has a line; the module for a line outside of functions."""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.lineno <= line <= (n.end_lineno or 0)]
    return max(found, key=lambda n: n.lineno, default=tree)


def _is_pass(call: ast.Call) -> bool:
    """Return whether a call is a gradient pass."""
    return last_name(call.func) == "backward" or dotted(call.func) in ("autograd.grad", "mx.autograd.grad")


def _head(call: ast.Call) -> str:
    """Return the array that a gradient pass begins at, as source text."""
    if last_name(call.func) == "backward" and not dotted(call.func).endswith("autograd.backward"):
        return ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return ast.unparse(call.args[0]).strip("[]") if call.args else ""


def _keeps(call: ast.Call) -> bool:
    return any(
        k.arg in ("retain_graph", "create_graph", None) and ast.unparse(k.value) != "False" for k in call.keywords
    )


def _records(scope: Scope) -> bool:
    return any("record" in used_names(item.context_expr) for item in scope.items)


def _is_recorded(tree: ast.AST, name: str) -> bool:
    """Return whether a recording scope assigns a name, and computes nothing in NumPy."""
    for scope in ast.walk(tree):
        if isinstance(scope, ast.With) and _records(scope):
            body = ast.Module(scope.body, [])
            stored = {n.id for n in ast.walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            if name in stored and not used_names(body) & {"asnumpy", "asscalar"}:
                return True
    return False


def _all_frozen(tree: ast.Module) -> Finding | None:
    """Find a net of which all Parameters are frozen, and which is the only one that a recording scope calls."""
    text = ast.unparse(tree)
    if re.search(r"attach_grad|'(?:write|add)'", text):
        return None
    frozen = {
        name: text.count("\n", 0, found.start())
        for found in re.finditer(
            r"(\w+)\.collect_params\(\)\.setattr\('grad_req', 'null'\)"
            r"|for (\w+) in (\w+)\.collect_params\(\)\.values\(\):\n +\2\.grad_req = 'null'",
            text,
        )
        for name in [found[1] or found[3]]
    }
    nets = {found[1] for found in re.finditer(r"(\w+)\.collect_params\(", text)}
    called: set[str] = set()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.With) and _records(scope):
            body = ast.Module(scope.body, [])
            if used_names(body) & {"asnumpy", "asscalar", "detach", "pause"}:
                return None
            called |= {c.func.id for c in calls_of(body) if isinstance(c.func, ast.Name)} & nets
    if len(called) != 1 or not called <= frozen.keys():
        return None
    (name,) = called
    later = text.split("\n", frozen[name] + 1)[-1]
    if re.search(rf"\b{name}\.add\(|\b{name} = ", later):
        return None
    return Finding(
        "all-frozen",
        f"All Parameters of `{name}` are frozen.",
        f"`grad_req` is `'null'` for every Parameter of `{name}`, also for those that must be trained: freeze only the others.",
    )


def _initialised_again(refused: Refused) -> Finding | None:
    """Find `initialize` of a net that has values already, which changes nothing."""
    for call in calls_of(refused.tree or ast.Module([], [])):
        net = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "initialize" else None
        if not isinstance(net, ast.Name) or any(k.arg == "force_reinit" for k in call.keywords):
            continue
        what = refused.exercise.params.get(net.id, "")
        if re.match(r"(?:an? )?(?:trained|initiali[sz]ed) ", what):
            return Finding(
                "initialised-again",
                f"`{net.id}` has values already, so `initialize` does nothing.",
                f"`initialize` leaves a net that has values where it is, with a warning: `{net.id}.collect_params().reset_ctx(ctx)` moves it with its values.",
            )
    return None


def _written_in_place(tree: ast.Module) -> Finding | None:
    """Find values from another device that are written into the arrays of a Parameter."""
    moves = {"as_in_context", "as_in_ctx", "copyto"}
    if not any(last_name(c.func) == "set_data" and moves & used_names(c) for c in calls_of(tree)):
        return None
    return Finding(
        "written-in-place",
        "`set_data` leaves a Parameter on its device.",
        "`set_data` writes into the arrays that a Parameter has, wherever the values come from: `net.collect_params().reset_ctx(ctx)` moves a net.",
    )


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
        return Finding(
            "lengths-not-used",
            f"`{name}` gets lengths without the option that uses them.",
            f"`{name}` takes `sequence_length` only with `use_sequence_length=True`.",
            key=name,
        )
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


_ALONE = {
    "topk": "`topk` returns the indices alone: pass `ret_typ='both'` for a list of values and indices",
    "max": "`max` returns the values alone, and `argmax` their places",
    "min": "`min` returns the values alone, and `argmin` their places",
    "sort": "`sort` returns the values alone, and `argsort` their order",
}
"""Methods that return a pair in PyTorch and one array in MXNet."""


def _torch_pair(tree: ast.Module, line: int) -> Finding | None:
    """Find a pair on the left of a function that returns a pair in PyTorch only."""
    for node in _assignments(tree, line):
        call, target = node.value, node.targets[0]
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        name, words = call.func.attr, {k.arg for k in call.keywords}
        if isinstance(target, ast.Tuple) and len(target.elts) == 2 and name in _ALONE and "ret_typ" not in words:
            return Finding(
                "torch-pair",
                f"`{name}` returns one array, not the pair of PyTorch.",
                f"{_ALONE[name]}.",
                key=name,
            )
    return None


def _assignments(tree: ast.AST, line: int) -> Iterator[ast.Assign]:
    """Yield the assignments that include a line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or node.lineno):
            yield node
