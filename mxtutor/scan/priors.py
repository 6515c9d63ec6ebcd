"""Whose method a name probably is when nothing is known about the object."""

from __future__ import annotations

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
