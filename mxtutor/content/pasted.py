"""Finds what a person means who pastes an error message, a link to documentation, or lines with a prompt."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2000
"""Greatest number of characters of a query that are read."""
_LINK = re.compile(r"^https?://\S*?[/#]((?:torch|torchvision|torchmetrics|mxnet|mx)\.[\w.]+?)(?:\.html)?$")
_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.(?= )|In ?\[\d*\]:|%timeit|%%time)[ \t]?", re.MULTILINE)

_ERROR = re.compile(r"^[>E\s]*(?:[A-Za-z_]\w*\.)*\w*(?:Error|Exception|Warning)\s*:\s*(.*)")
"""A line that begins with the type of an error, as Python, pytest and IPython print it."""
_ATTRIBUTE = re.compile(r"(?<![\w.])([\w.]{1,80})'? object has no attribute '(\w+)'")
_MODULE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'|cannot import name '(\w+)' from '([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")
_ARGUMENT = re.compile(r"(?:(\w+)\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")
_OWNERS = (
    (r".*Trainer|.*Optimizer|SGD|Adam\w*|RMSprop|RMSProp", "optimizer"),
    (r".*(LR|Scheduler)", "scheduler"),
    (r".*DataLoader", "loader"),
    (r".*Dataset", "dataset"),
    (r"Parameter|Constant", "param"),
    (r"(.*\.)?(nd|NDA|nda)rray|NDArray|Tensor|.*Symbol|list|tuple|dict|int|float|NoneType|str|bool", "x"),
    (r"Context", "ctx"),
)
"""Names of classes (regular expressions), and a name of a variable that the search takes for such an object."""
_MODULES = {"torch": "torch", "torch.nn": "nn", "torch.nn.functional": "F", "torch.optim": "optim"}
"""Modules of torch whose path counts; a name that is missing in a module of MXNet is searched for without a path."""
OTHERS = frozenset({"numpy", "scipy", "pandas"})
"""Modules of other packages: the table has nothing for names that these lack."""


def meant(query: str) -> str:
    """Return what a query means without what came along when it was copied.

    A link becomes its name, an error message the name that it is about or its words, a session its code. Letters of
    double width become plain ones; letters without a picture, such as marks of direction, are removed.
    """
    plain = unicodedata.normalize("NFKC", query[:LONGEST])
    text = "".join(letter for letter in plain if letter.isprintable() or letter in "\n\t").strip()
    if found := _LINK.match(text):
        return found[1]
    return _in_error(text) or _PROMPT.sub("", text)


def _in_error(query: str) -> str:
    """Return what an error message asks for: a name, a call of it, or the words of the message; "" for other text.

    A traceback may stand before the message.
    """
    lines = query.splitlines()
    start = next((n for n in reversed(range(len(lines))) if _ERROR.match(lines[n])), None)
    found = _ERROR.match(lines[start]) if start is not None else None
    text = "\n".join([found[1], *lines[start + 1 :]]) if found and start is not None else query
    if name := _name_in(text):
        return name
    return " ".join(re.sub(r"[^\w\s']+", " ", text).split()) if found else ""


def _name_in(text: str) -> str:
    """Return the name that a message about an attribute, an import or an argument is about; "" if there is none."""
    if found := _ATTRIBUTE.search(text):
        owner = next((held for pattern, held in _OWNERS if re.fullmatch(pattern, found[1])), "model")
        return f"{owner}.{found[2]}"
    if found := _MODULE.search(text):
        module, name = (found[1], found[2]) if found[1] else (found[4], found[3])
        path = _MODULES.get(module, "")
        return "" if module.partition(".")[0] in OTHERS else f"{path}.{name}" if path else name
    if found := _NO_MODULE.search(text):
        return found[1]
    if found := _ARGUMENT.search(text):
        called = found[2] if found[2] != "__init__" else found[1] or found[3]
        return str(called)
    return ""
