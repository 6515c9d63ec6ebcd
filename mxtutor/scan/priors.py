"""What names say when nothing better is known: whose method one probably is, and what a parameter probably holds."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from mxtutor.scan.library import MODULE, OPTIMIZER, SCHEDULER
from mxtutor.scan.values import TENSOR, Value, instance

PRIORS = {
    **dict.fromkeys(
        """split join format strip get keys values items append extend replace index count sort copy read write
        close update pop remove add insert clear lower upper apply fill type name start run log save step load
        reset""".split(),
        "-",
    ),
    **dict.fromkeys(
        """abs all any max min size view permute detach cpu cuda backward numel unsqueeze squeeze transpose flatten
        item float long half reshape contiguous dim softmax sigmoid tanh mean sum argmax chunk expand repeat
        unbind norm numpy tolist mul div matmul""".split(),
        "Tensor",
    ),
    **dict.fromkeys(
        "eval train parameters named_parameters load_state_dict state_dict named_modules modules children".split(),
        "torch.nn.Module",
    ),
    "zero_grad": "torch.optim.Optimizer",
}
"""Maps the name to the class; `-` for names that are mostly methods of other objects."""
NAMES = (
    (re.compile(r"(?:\w*_)?(?:model|net|network|module|encoder|decoder|backbone)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:generator|discriminator|actor|critic)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:optimi[sz]er|optim|opt)(?:_\w{1,8})?"), instance(OPTIMIZER)),
    (re.compile(r"(?:\w*_)?(?:lr_)?sched(?:uler)?"), instance(SCHEDULER)),
    (re.compile(r"(?:\w*_)?(?:criterion|loss_fn|loss_func)"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:data_?)?loader|(?:\w*_)?dataloader"), ("inst", "torch.utils.data.DataLoader", (TENSOR,))),
    (re.compile(r"(?:\w*_)?shape"), instance("torch.Size")),
    (re.compile(r"logits?|(?:\w*_)?(?:tensors?|logits|embeddings?|hidden_states?)"), TENSOR),
)  # fmt: skip
"""Names of parameters that say what they hold, in the absence of anything better."""
DICTS = frozenset({"items", "keys", "split", "startswith", "get"})
"""Attributes of dicts and texts, which are no nets whatever their names say."""


def of_parameter(name: str, uses: Set[str]) -> Value:
    """Return what a parameter or an attribute holds by its name; `uses` are the attributes that are read on it."""
    found = _named(name.lower())
    return () if found and found[0][1] == MODULE and uses & DICTS else found


@lru_cache(maxsize=10_000)
def _named(name: str) -> Value:
    return next(((atom,) for pattern, atom in NAMES if pattern.fullmatch(name)), ())
