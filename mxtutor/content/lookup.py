"""Search for rows of the truth table by a name of torch or of MXNet, by code, or by words."""

from __future__ import annotations

import builtins
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import sqrt
from pathlib import Path

import msgspec

from mxtutor.content.form_names import shown
from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.names import Asked, asked
from mxtutor.content.roots import MODULES, TORCH
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_index import (
    CALLED,
    STOP,
    TOLD,
    Found,
    Index,
    Known,
    Place,
    keys,
    last,
    stem,
    stems,
    tokens_of,
)
from mxtutor.content.truth_rows import Truth
from mxtutor.suggest import did_you_mean

LONGEST = 2000
"""Greatest number of characters of a query that are read."""
_LINK = re.compile(r"^https?://\S*?[/#]((?:torch|torchvision|torchmetrics|mxnet|mx)\.[\w.]+?)(?:\.html)?$")
_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.(?= )|In ?\[\d*\]:|%timeit|%%time)[ \t]?", re.MULTILINE)

_ERROR = re.compile(r"^[>E\s]*(?:(?:[A-Za-z_]\w*\.)*(\w*(?:Error|Exception|Warning))\s*:\s*)+(.*)")
"""A line that begins with the type of an error, as Python, pytest and IPython print it; MXNet's tell it twice."""
_ATTRIBUTE = re.compile(r"(?<![\w.])([\w.]{1,80})'? object has no attribute '?(\w+)")
_MODULE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'|cannot import name '(\w+)' from '([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")
_NOT_ARRAY = re.compile(
    r"must be Tensor, not (?:numpy\.ndarray|list|tuple)|got \(numpy\.ndarray|'numpy\.ndarray' object has no"
    r"|assign a numpy"
)
"""What torch and NumPy say where an array of NumPy is not yet one of the framework."""
_INSTANCE = re.compile(r"\b\d+(?:x\d+)+\b|(?<=[a-z])(?<!float)(?<!int)(?<!mat)\d+(?:_fwd|_rnn\d*)?\b")
"""A shape such as `64x400`, and what MXNet adds to a name in a message: `concat0`, `dense0_fwd`, `lstm0_rnn0`."""
_OPERATOR = re.compile(r"Error in operator (?:\w*\d_)?([a-z_]+?)\d*(?:_fwd)?(?![a-z_])")
_CALLED = re.compile(
    r"(?:\bin operator|Operator) (_npi?_|_npx_|_)?(\w+)(?:\(name=| expects| inferring)(?:.*act_type=\"(\w+))?",
    re.DOTALL,
)
"""An operator of MXNet in a message about its call, and the activation that it was asked for."""
_OPERANDS = re.compile(
    r"operand type(?:\(s\))? for (?:unary )?(\W+): '(?:NDArray|ndarray|Tensor)'(?! and '(?:numpy|list|tuple|Tensor))"
)
_NO_ARGUMENT = re.compile(
    r"annot find argument '(\w+)'|(?:(\w+)\.)?__init__\(\) got an unexpected keyword argument '(\w+)'"
)
_BASES = {None: "layer", "Block": "layer", "HybridBlock": "layer", "Optimizer": "optimizer"}
"""What is made where the class in a message is not its own: the kind of its arguments in the search index."""
_OWN = re.compile(r"(Parameter )['`]\w+['`] ")
"""The name of a parameter of the caller's net in a message."""
_PLACE = re.compile(r"(?:\bat )?\[?[\w./]*/[\w./]+\.(?:cc?|cpp|cu|h|py)\b:?\d*\]?")
"""A place in the source of a framework, in a message."""
_CHECK = re.compile(r"Check failed: .*?(?:\([^()]* vs\. [^()]*\)\s*:?|(?<!:):(?!:)\s|(?<=\))\s*$)", re.MULTILINE)
"""The C++ condition of a check that failed; what it means in words stands behind it."""
_LISTED = ", Possible Arguments"
"""What stands in MXNet's errors before a long list of arguments."""
_CALL = re.compile(
    r"(?:(\w+)\.)?(\w+)\(\)(?: got an unexpected keyword argument '(\w+)'|: argument | received an invalid"
    r"|: (?=\w+ )| takes (?:from )?\d| missing \d+ required \w+(?: \w+)? arguments?: ['\"](\w+))"
)
_SAYS = re.compile(r"([a-z]\w*) (?:currently |only )?(?:expect|require|support)(?:s|ed)? ")
"""The function that a message begins with: `where expected condition to be a boolean tensor`."""
_OWNERS = (
    (r".*Trainer|.*Optimizer|SGD|Adam\w*|RMSprop|RMSProp", "optimizer"),
    (r".*(LR|Scheduler)", "scheduler"),
    (r".*DataLoader", "loader"),
    (r".*Dataset", "dataset"),
    (r"Parameter|Constant", "param"),
    (r"(.*\.)?(nd|NDA|nda)rray|NDArray|Tensor|.*Symbol|numpy\.\w+|list|tuple|dict|int|float|bool", "x"),
    (r"Context", "ctx"),
    (r".*Loss", "loss"),
)
"""Names of classes (regular expressions), and a name of a variable that the search takes for such an object."""
_NUMPY = ("_np_", "_npi_")
_NO_ROW = ("NoneType", "str")
"""Types in messages of missing attributes that no row is about."""
_MODULES = {
    "torch": "torch",
    "torch.nn": "nn",
    "torch.nn.functional": "F",
    "torch.optim": "optim",
    "mxnet": "torch",
    "mxnet.ndarray": "torch",
    "mxnet.numpy": "torch",
    "mxnet.gluon.nn": "nn",
    "mxnet.initializer": "nn.init",
}
"""Modules, and where torch has the name that is missing in them; if it is not there, it counts without a path."""
OTHERS = frozenset({"numpy", "scipy", "pandas"})
"""Modules of other packages: the table has nothing for names that these lack."""


def meant(query: str) -> tuple[str, ...]:
    """Return what a query means without what came along when it was copied, the most probable first.

    A link becomes its name, an error message the name that it is about and its words, a session its code. Letters of
    double width become plain ones; letters without a picture, such as marks of direction, are removed.
    """
    plain = unicodedata.normalize("NFKC", query[:LONGEST])
    text = "".join(letter for letter in plain if letter.isprintable() or letter in "\n\t").strip()
    text = _OWN.sub(r"\1", text)
    if found := _LINK.match(text):
        return (found[1],)
    return tuple(_in_error(text)) or (_PROMPT.sub("", text),)


def _in_error(query: str) -> Iterator[str]:
    """Yield what an error message asks for: a name, then the words of the message; nothing for other text.

    A traceback may stand before the message.
    """
    lines = query.splitlines()
    start = next((n for n in reversed(range(len(lines))) if _ERROR.match(lines[n])), None)
    found = _ERROR.match(lines[start]) if start is not None else None
    text = "\n".join([found[2], *lines[start + 1 :]]) if found and start is not None else query
    kind = "" if found is None or hasattr(builtins, found[1]) or found[1] == "MXNetError" else f"{found[1]} "
    whole, text = text, _PLACE.sub("", text.partition(_LISTED)[0])
    if called := _CALLED.search(whole):
        yield called[3] or f"{'npx' if called[1] == '_npx_' else 'np' if called[1] in _NUMPY else 'nd'}.{called[2]}"
    if operands := _OPERANDS.search(text):
        yield operands[1]
    if (lacking := _NO_ARGUMENT.search(text)) and (lacking[1] or lacking[2] in _BASES):
        yield f"{'operator' if lacking[1] else _BASES[lacking[2]]} argument {lacking[1] or lacking[3]}"
    if _NOT_ARRAY.search(text):
        yield "must have NDArray type but got numpy.ndarray"
    if name := _name_in(text):
        of_mxnet = "named 'mxnet." in text
        yield from (f"torch.{name}",) if of_mxnet else ()
        yield from (name, f"nd.{last(name)}", last(name)) if of_mxnet or name.startswith(("torch.", "nn.")) else (name,)
    if lacking := _ATTRIBUTE.search(text):
        yield lacking[2] if name else f"{lacking[1]} {lacking[2]}"
    if (name or found) and not (name and (lacking or _MODULE.search(text))) and not _NO_MODULE.search(text):
        text = _CHECK.sub("", text).strip() or text
        yield kind + " ".join(_INSTANCE.sub("", re.sub(r"[^\w\s']+", " ", text)).split())
    if operator := _OPERATOR.search(text):
        yield f"nd.{operator[1]}"


def _name_in(text: str) -> str:
    """Return the name that a message about an attribute, an import or an argument is about; "" if there is none."""
    if (found := _ATTRIBUTE.search(text)) and found[1] not in _NO_ROW and not re.match(r"_(?!_)", found[2]):
        if found[1] in ("function", "method"):
            return "param.data"  # without its parentheses
        owner = next((held for pattern, held in _OWNERS if re.fullmatch(pattern, found[1])), "model")
        return f"{owner}.{found[2]}"
    if found := _MODULE.search(text):
        module, name = (found[1], found[2]) if found[1] else (found[4], found[3])
        path = _MODULES.get(module, "")
        return "" if module.partition(".")[0] in OTHERS else f"{path}.{name}" if path else name
    if found := _NO_MODULE.search(text):
        if found[1] in ("mxnet", "mx"):
            return "install mxnet"
        return re.sub(r"^(mxnet|mx)\.", "", found[1])
    if found := _CALL.search(text):
        argument = found[3] or found[4]
        if found[2] != "__init__":
            return f"torch.{found[2]}"
        return (found[1] or "").lstrip("_") or (f"layer argument {argument}" if argument else "")
    return ""


MOST_WORDED = 12
"""Greatest number of rows that words find in notes, or a name that is only a part of their forms."""
COMMON = frozenset({"torch", "pytorch", "mxnet", "gluon", "problem", "meaning", "possibl"})
"""Words that are about no row."""
ENOUGH = 0.5
"""Share of the weight of a query's words that a row must have; a word weighs more if fewer rows have it."""
FEW = 4
"""Greatest number of words of a query that is about the names in it."""
LITTLE = 0.25
"""The same for a row that is called like one of the words."""
BESIDE = 0.6
"""Part of its weight that a word has in this share if it is in the note of a row alone."""
NEARLY = 0.6
"""Share of the best row's score that the other rows must have."""
K1 = 4.0
"""How soon more of the same word counts less: the constant of BM25."""
_NAME = re.compile(r"(?<!\w)(?=\w*[a-zA-Z])(?=\w*(?:[A-Z_]|\d))\w{3,}(?!\w)")
"""A word that is a name: it has a capital letter, a digit or an underscore."""
_ARGUMENT = re.compile(_NAME.pattern + "|^(dim|axis|keepdim|dtype|shape|argument|tensor|gluon|mxnet|pytorch|torch)s?$")
"""What stands behind a name that may be a word as well, such as `exp`: an argument, or what the name belongs to."""
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"['\"](\w+)['\"]")
"""A word of a call that may choose between rows of one name: `'adam'` of `gluon.Trainer`."""
_FEW_WORDS = re.compile(r"\s*\w+(?:\s+\w+){0,5}\s*")
_CODE = re.compile(r"\w\.[a-zA-Z_]|\(\)$")
"""What makes a word of a long question a name."""
_DOTTED = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.\w+)+")
_OF_MXNET = re.compile(r"(mx|nd|np|npx|gluon|sym)\.\w+(\.\w+)*$")
_METHODS = ("Tensor.", "torch.nn.Module.", "torch.optim.Optimizer.", "torch.optim.lr_scheduler.LRScheduler.")


class Match(msgspec.Struct, frozen=True):
    """A row that a query found."""

    row: Truth
    name: str
    """The name, or the words, by which it was found."""


class Lookup:
    """Search in the truth table, from torch to MXNet and back."""

    def __init__(self, index: Index) -> None:
        self.index = index

    @classmethod
    def over(cls, rows: Iterable[Truth]) -> Lookup:
        """Return a search in these rows."""
        return cls(Index(rows))

    @property
    def known(self) -> tuple[Known, ...]:
        """The rows with the names by which they can be found."""
        return self.index.known

    def find(self, query: str) -> list[Truth]:
        """Return the rows that a query means, the most probable first."""
        return [match.row for match in self.matches(query)]

    def matches(self, query: str) -> list[Match]:
        """Return the rows that a query means, each with the name that found it.

        Each name of a line of code is searched for. Only the best kind of match of each name is returned. A name with a
        path must match with its whole path; a name without a path matches the last part of any name. Of an error
        message, what it is about is searched for.
        """
        return next((found for text in meant(query) if (found := self._meant(text))), [])

    def spelled(self, query: str) -> str:
        """Return a query with words of the table in place of mistyped ones, if it consists of a few words.

        A single word that has an answer stays: it is a name, not a mistake.
        """
        if not _FEW_WORDS.fullmatch(query) or (len(query.split()) == 1 and self.matches(query)):
            return query
        return _WORD.sub(lambda word: self.index.near_word(word[0]) or word[0], query)

    def _meant(self, query: str) -> list[Match]:
        text = " ".join(query.casefold().split())
        quoted = [f"'{word}'" for word in _QUOTED.findall(query)]
        found: dict[int, Match] = {}
        words = (Asked(words=text),) if " " in text and self._exact(text) else ()  # not the code `np or nd`
        for wanted in words or asked(query):
            best = next((some for search in self._searches(wanted, text) if (some := search())), [])
            best.sort(key=lambda match: -sum(word in match.row.mxnet_nd + match.row.note for word in quoted))
            for match in best:
                found.setdefault(id(match.row), match)
        return sorted(found.values(), key=lambda match: match.row.cost.startswith("None"))  # nothing to do

    def _searches(self, wanted: Asked, text: str) -> Iterator[Callable[[], list[Match]]]:
        """Yield the kinds of match, the best first."""
        strict, bare = wanted.strict, wanted.bare
        for name in (*(f"mx.{name}" for name in wanted.mxnet), *wanted.torch):
            yield partial(_matches, self.index.names, name)
        if _OF_MXNET.match(text) and all(map(str.islower, wanted.mxnet)):  # `nd.softmax`, not the word `nd.Softmax`
            yield partial(self._mxnet, wanted, "main", exact=True)
        yield lambda: ([] if strict else self._phrase(bare or text)) + _matches(self.index.lasts, bare)
        if bare in MODULES and not strict:
            yield lambda: self._module(wanted)
        yield lambda: self._listed(wanted.mxnet if strict else (*wanted.mxnet, bare))
        part = strict and any(name.startswith("gluon.HybridBlock.") for name in wanted.mxnet)  # `net.output` of a line
        places: tuple[Place, ...] = () if strict and bare else ("main", "other") if part else ("main", "other", "noted")
        for place in places:
            yield partial(self._mxnet, wanted, place, exact=True)
            yield partial(self._mxnet, wanted, place, exact=False)
            if place == "main" and not strict:
                yield lambda: self._loose(wanted)
                name = re.sub(r"[\s-]+", "_", "" if bare else wanted.words)  # `expand dims`
                spoken = msgspec.structs.replace(wanted, mxnet=(f"nd.{name}", f"np.{name}"))
                yield partial(self._mxnet, spoken, "main", exact=True)
        of_numpy = text[:2] == "np" or any(map(mxnet_index().at, wanted.mxnet))  # `np.ravel`
        if wanted.mxnet and not wanted.torch and of_numpy:
            yield partial(_matches, self.index.names, f"torch.{wanted.mxnet[0].partition('.')[2]}")
        if wanted.method:
            yield partial(self._method, wanted.method)
        if not strict:
            yield lambda: self._module(wanted)
        if not strict or wanted.tail.count(".") > 1:  # `dist.log_prob`, `self.fc.in_features`, a word of a row
            yield partial(self._exact, last(wanted.tail) or wanted.method)
        if wanted.tail[:1].isupper():
            yield lambda: self._class(wanted.tail.partition(".")[0])
        if wanted.words and not strict:
            yield lambda: self._only(wanted.words)
            yield lambda: self._worded(wanted.words)

    def _method(self, name: str) -> list[Match]:
        return [m for m in _matches(self.index.lasts, name) if m.name.startswith(_METHODS)]

    def _class(self, name: str) -> list[Match]:
        """Return the rows of a class whose methods have none: `BertModel` for `BertModel.from_pretrained`."""
        has_methods = any(f"{name}." in known for known in self.index.names)
        return [] if has_methods else _matches(self.index.lasts, name)

    def _mxnet(self, wanted: Asked, place: Place, *, exact: bool) -> list[Match]:
        ends = dict.fromkeys(map(last, wanted.mxnet))
        known = self.index.mxnet(place, [*ends, *([wanted.bare] if exact else [])])
        if exact:
            pairs = [pair for name in wanted.mxnet for pair in known if pair[1] == name]
            pairs += [pair for pair in known if wanted.bare and wanted.bare in (pair[1], last(pair[1]))]
        else:
            pairs = [
                pair
                for end in ends
                for pair in known
                if end in (pair[1], last(pair[1])) and _alike(pair[1], wanted.mxnet)
            ]
        # rows with the same name in torch come first, those that MXNet lacks last
        places = self.index.place
        pairs.sort(key=lambda p: (_other_name(*p), p[0].kind == "missing", places[id(p[0])]))
        return [Match(row, shown(name)) for row, name in (pairs if place == "main" else pairs[:MOST_WORDED])]

    def _loose(self, wanted: Asked) -> list[Match]:
        """Return rows whose names differ only in case, underscores, or `1d` to `3d` or `Loss` at the end."""
        bare = wanted.bare or (
            re.sub(r"[ -]", "", wanted.words) if not (wanted.torch or wanted.mxnet or "." in wanted.words) else ""
        )
        names = [bare] if len(bare) > 1 else [] if bare else [*wanted.torch, *([wanted.tail] if wanted.tail else [])]
        names += [last(wanted.tail)] if wanted.tail.startswith("self.") else []  # `self.lstm(x)`
        for name in names:
            fits = keys(name)
            pairs = [pair for key in fits for pair in self.index.loose.get(key, ())]
            found = [pair for pair in pairs if fits & keys(last(pair[1]) if "." not in name else pair[1])]
            if found:
                found.sort(key=lambda pair: self.index.place[id(pair[0])])
                return [Match(row, found_name) for row, found_name in found]
        return []

    def _module(self, wanted: Asked) -> list[Match]:
        """Return the rows of a module that the query names."""
        modules = {*wanted.torch, *([TORCH[wanted.bare]] if wanted.bare in MODULES else [])}
        return [
            Match(row, name)
            for row in self.index.rows
            for name in row.names
            if name.rpartition(".")[0] in modules - {"torch"} and not name.startswith("Tensor.")
        ]

    def _exact(self, text: str) -> list[Match]:
        return _matches(self.index.written, text.casefold())

    def _phrase(self, text: str) -> list[Match]:
        found = self._exact(text) or _matches(self.index.lasts, re.sub(r"[\s-]+", "_", text))  # `column stack`
        if " ".join(_telling(text)) in self.index.lasts:  # `train` is the method, not what has the word `Trainer`
            found = [match for match in found if match.name == text]
        elif not found and not _OF_MXNET.match(text):
            found = _matches(self.index.phrases, stems(text))
        found = [match for match in found if _directed(match.name, text)]
        order = [stem(word) for word in text.casefold().split()]
        places = [[order.index(w) for w in map(stem, m.name.casefold().split()) if w in order] for m in found]
        return [match for _, match in sorted(zip(places, found, strict=True), key=lambda one: one[0] != sorted(one[0]))]

    def _listed(self, names: Iterable[str]) -> list[Match]:
        """Return the rows that list a name of MXNet among their search words."""
        return next((some for name in names if (some := _matches(self.index.listed, name))), [])

    def _only(self, query: str) -> list[Match]:
        """Return the rows of the one name in a question: `what is grad_req`, `why initialize`."""
        words = _telling(query)
        if not len(words) == 1 < len(query.split()):
            return []
        word = words[0].strip("?")
        named = _NAME.fullmatch(word) or word in self.index.lasts or self._listed((word,)) or self._phrase(word)
        found: dict[int, Match] = {}
        for match in (*(self._meant(word) if named else ()), *self._worded(query)):
            found.setdefault(id(match.row), match)
        return list(found.values())[:MOST_WORDED]

    def _worded(self, query: str) -> list[Match]:
        """Return the rows that the words of a query mean, ranked by BM25F; none if they leave too much of it out.

        Rows whose names a short query has, such as `LayerNorm eps`, count three times. A search word of several
        words that is all in the query counts once more, and still more if it is there as it is written.
        """
        text = " ".join(query.casefold().split())
        words, called = self.index.parted(query) - COMMON, self._named(query)
        ranked: list[tuple[float, Truth]] = []
        weights = {word: self.index.weight(word) for word in words}
        total = sum(weights.values()) or 1.0
        for row, counts in self.index.words:
            known = words & counts.keys()
            held = self._held(row, text, words, weights) if known else 0.0
            named = any(counts[word] == CALLED for word in known)
            told = {word for word in known if counts[word] == TOLD}  # in the note alone
            weighed = sum(weights[word] * (BESIDE if word in told else 1) for word in known)
            share = 0.0 if told == words and len(words) == 1 else weighed / total
            if held or share >= (LITTLE if named else ENOUGH) or id(row) in called:
                score = sum(weights[word] * counts[word] * (K1 + 1) / (counts[word] + K1) for word in known)
                ranked.append(
                    ((score * sqrt(share) + held) * (1 + called.get(id(row), 0)) + called.get(id(row), 0), row)
                )
        best = max((score for score, _ in ranked), default=0.0)
        ranked.sort(key=lambda pair: -pair[0])
        return [Match(row, text) for score, row in ranked if score >= NEARLY * best][:MOST_WORDED]

    def _named(self, query: str) -> Mapping[int, int]:
        """Return the rows that a short query names, `LayerNorm eps`, `x.sum axis`, `maxpool`, by their identities.

        The value is 2 for the first name in the query, which it is about, and 1 for the others; 4 for the operator that
        an error is about, for `broadcast_add` broadcasting, but not for `rnn`, which LSTM has too.
        """
        if (operator := _OPERATOR.search(query) or _SAYS.match(query)) and not operator[1].startswith("rnn"):
            name = re.sub("(broadcast)_.*", r"\1", operator[1])
            found = self._meant(f"nd.{name}") or self._meant(name)
            return {id(match.row): 4 for match in found[:1]}
        parts = _telling(query)
        if len(parts) > FEW:
            parts = [part for part in parts if _CODE.search(part)]
        elif len(parts) < 2:
            return {}
        called: dict[int, int] = {}
        for place, part in enumerate(parts):
            plain = part.strip("`'\".,:;()")
            argued = not place and plain in self.index.loose and any(map(_ARGUMENT.search, parts[1:]))
            argued = argued and not re.search(rf"\b{re.escape(plain)} (?:an?|the)\b", query)  # `add an axis`
            if _DOTTED.fullmatch(plain) or part.endswith("()"):
                rows = self._meant(plain)[:2]
            elif argued or _NAME.fullmatch(plain) or (len(plain) > FEW and self.index.is_name(plain)):
                known = self._meant(plain)[:2]
                # `conv2d groups` may be about the layer as well as the function
                same = [m for m in _matches(self.index.loose, plain) if last(m.name).casefold() == plain]
                rows = [*_matches(self.index.lasts, plain), *same, *known]
            else:
                continue
            value = 1 if called else 2
            called = {**{id(match.row): value for match in rows}, **called}
        return called

    def _held(self, row: Truth, text: str, words: frozenset[str], weights: Mapping[str, float]) -> float:
        """Return the weight of the search word of a row that is all in a query; more if it has it as it is written."""
        return max(
            (
                (1.75 if phrase in text else 1) * sum(weights.get(word, 0.0) for word in parts)
                for phrase, parts in self.index.phrase_words[id(row)]
                if len(parts - COMMON) > 1 and parts - COMMON <= words and _directed(phrase, text)
            ),
            default=0.0,
        )

    def near(self, query: str) -> list[str]:
        """Return names of the table that are similar to the query."""
        from mxtutor.content.near_names import near_names  # only needed where nothing is found

        return next((found for name in _full_names(query) if (found := near_names(name, self.known))), [])

    def unknown(self, query: str) -> str:
        """Return what to say of a query that finds nothing: what MXNet or torch has, and which names are similar."""
        from mxtutor.content.near_names import name_in_torch

        wanted = [name for one in asked(meant(query)[0]) for name in one.mxnet]
        if entry := next(filter(None, map(mxnet_index().at, wanted)), None):
            return f"MXNet has {entry.path}{entry.signature}. {entry.line}".strip()
        near = self.near(query)
        there = next((there for name in _full_names(query) if (there := name_in_torch(name))), "")
        if there and there not in self.index.names:
            similar = f" Similar names: {', '.join(near)}." if near else ""
            return f"torch has {there}, but the table does not say what MXNet has for it.{similar}"
        return did_you_mean(near, "Try one name, such as torch.cat, or words, such as clip gradients.")

    def browse(self, query: str) -> list[Truth]:
        """Return the rows that an unfinished query may mean; all rows for an empty query.

        Exact names come first, then beginnings of names, then parts of them.
        """
        if not query.strip():
            return list(self.index.rows)
        name = query.strip().casefold().partition("(")[0].strip(" .")
        part = last(name)
        found = self.find(self.spelled(query))
        for test in (str.startswith, _has_word):
            found += [
                k.row for k in self.known if name and any(test(n.casefold(), name) for n in (*k.row.names, *k.main))
            ]
            found += [k.row for k in self.known if part and any(test(last(n).casefold(), part) for n in k.row.names)]
        words = name.split()
        found += [row for row, own in self.index.words if words and all(any(word in t for t in own) for word in words)]
        found += [row for near in self.near(query) for row in self.find(near)]
        return list({id(row): row for row in found}.values())


def _full_names(query: str) -> list[str]:
    """Return the most probable full name of each name in a query."""
    found = ((*wanted.torch, *wanted.mxnet, wanted.bare, wanted.words) for wanted in asked(meant(query)[0]))
    return [name for names in found if (name := next(filter(None, names), ""))]


def _telling(query: str) -> list[str]:
    """Return the words of a query without those that the search ignores."""
    words = query.split()
    return [word for word in words if word.casefold().strip("?") not in STOP] or words


def _directed(phrase: str, text: str) -> bool:
    """Return whether a text goes the same way as a phrase of the kind `numpy to tensor`; true for other phrases."""
    (source, goal), (_, end) = map(_way, (phrase, text))
    if not goal or not end:
        return True
    meant = tokens_of(goal) - COMMON
    return bool(meant & tokens_of(end)) if meant else not (tokens_of(source) - COMMON) & tokens_of(end)


def _way(text: str) -> tuple[str, str]:
    """Return source and goal of `numpy to tensor`, `tensor from numpy`, `image from numpy to pil`; else no goal."""
    text = text.replace(" into ", " to ")
    goal, _, source = text.partition(" from ")
    if source and " to " not in source:
        return source, goal
    source, _, goal = (source or text).partition(" to ")
    return source, goal


def _has_word(name: str, part: str) -> bool:
    """Return whether a part of a name begins with a text, or the name holds a text of three or more letters."""
    return (len(part) > 2 and part in name) or any(word.startswith(part) for word in re.split(r"[._]", name))


def _other_name(row: Truth, name: str) -> bool:
    """Return whether a name of MXNet is another one in torch; `LeakyReLU` and `leaky_relu` are the same."""
    return not any(keys(last(name)) & keys(last(own)) for own in row.names)


def _matches(found: Found, key: str) -> list[Match]:
    return [Match(row, name) for row, name in found.get(key, ())] if key else []


def _alike(name: str, wanted: Sequence[str]) -> bool:
    """Return whether an array's method and the function of the same name mean the same: `x.sum` and `nd.sum`."""
    root, _, own = name.rpartition(".")
    arrays = {
        "NDArray": ("nd.", "NDArray."),
        "np.ndarray": ("np.", "npx.", "np.ndarray."),
        "nd": ("NDArray.",),
        "np": ("np.ndarray.",),
    }
    return any(f"{start}{own}" in wanted for start in arrays.get(root, ()))


@lru_cache(maxsize=1)
def whole_lookup(root: Path) -> Lookup:
    """Return the search in the truth table of the pack at `root`, with its whole index; call it from a thread.

    Raises:
        ContentError: the table is missing, damaged or of another format version.
    """
    made = Lookup.over(load_truth(root))
    made.index.build()
    return made
