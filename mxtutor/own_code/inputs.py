"""Finds inputs for which the learner's code runs: given, from examples, from annotations, or proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mxtutor.errors import UsageError
from mxtutor.own_code.cases import Case
from mxtutor.own_code.hints import Hint, hint_for
from mxtutor.own_code.probing import PARTS, Prepared, advice
from mxtutor.own_code.sources import example_blocks
from mxtutor.own_code.specs import EXAMPLE, FORMS, Spec, is_array, show_spec
from mxtutor.reporting.sanitize import clean_line
from mxtutor.suggest import did_you_mean, nearest


@dataclass(slots=True)
class Inputs:
    """Cases that run, the likeliest first."""

    cases: list[Case]
    hints: dict[str, Hint]
    """What is known about the parameters."""
    proposed: list[str] = field(default_factory=list)
    """Parameters whose value is only a proposal."""


def find_inputs(prepared: Prepared, given: Sequence[Mapping[str, Spec]]) -> Inputs:
    """Return inputs for which the learner's code runs without an error.

    `given` are cases of `--inputs`; they may leave parameters out.

    Raises:
        UsageError: no inputs run, or a given name or value is wrong.
    """
    finder = _Finder(prepared)
    cases = [finder.sorted_in(case) for case in given]
    for case in cases[1:]:
        finder.search(case)  # it raises if a given case does not run
    first: Case = cases[0] if cases else {"init": {}, "call": {}}
    found = finder.from_examples(first)
    proposed = [] if found else finder.unknown(first)
    called = finder.hints["call"]
    hints = {**called, **finder.hints["init"], **called}
    return Inputs([*(found or [finder.search(first)]), *cases[1:]], hints, proposed)


class _Finder:
    def __init__(self, prepared: Prepared) -> None:
        self._prepared, facts = prepared, prepared.facts
        self._parameters = {part: [p for p in facts[part] if p["kind"] != "var_keyword"] for part in PARTS}
        sizes: dict[str, int] = {}
        doc, source = str(facts.get("doc", "")), "\n".join(prepared.cut.files.values())
        self.hints: dict[str, dict[str, Hint]] = {"init": {}, "call": {}}
        for part in ("call", "init"):
            for parameter in self._parameters[part]:
                hint = hint_for(parameter, doc, source, sizes)
                if part == "init" and "default" not in parameter and not parameter.get("annotation"):
                    hint.specs.sort(key=lambda s: isinstance(s, Mapping))  # a constructor takes numbers first
                self.hints[part][parameter["name"]] = hint
        arrays = {name: next(filter(is_array, hint.specs), None) for name, hint in self.hints["call"].items()}
        for name, own in arrays.items():  # results of a net and targets are often of one shape
            others = [{**own, "shape": one["shape"]} for one in arrays.values() if one] if own else []
            self.hints["call"][name].specs += [one for one in others if one not in self.hints["call"][name].specs]

    def sorted_in(self, case: Mapping[str, Spec]) -> Case:
        """Return given specs by the part that has the parameter; `__init__.name` names the constructor's.

        Raises:
            UsageError: there is no such parameter.
        """
        found: dict[str, dict[str, Spec]] = {"init": {}, "call": {}}
        for name, spec in case.items():
            bare = name.removeprefix("__init__.")
            parts = ("init",) if bare != name else ("call", "init")
            part = next((p for p in parts if bare in self.hints[p]), None)
            if part is None:
                known = [*self.hints["call"], *self.hints["init"]]
                fix = did_you_mean(nearest(bare, known), f"It has {', '.join(known)}." if known else "It takes none.")
                raise UsageError(f"{self._prepared.original.name} has no parameter {bare!r}.", fix=fix)
            found[part][bare] = spec
        return found

    def from_examples(self, given: Case) -> list[Case]:
        """Return the calls of examples that run, with given specs in their place."""
        facts, original = self._prepared.facts, self._prepared.original
        blocks = example_blocks(original)
        if not blocks or facts["kind"] == "static" or facts["method"] == "apply":
            return []
        asked = {"name": original.owner, "blocks": blocks, "defaults": self._prepared.defaults, "given": given}
        found: list[Case] = self._prepared.ask("examples", **asked)["calls"]
        return found

    def unknown(self, given: Case, parts: Sequence[str] = PARTS) -> list[str]:
        """Return the parameters about whose shape or value the code says nothing."""
        return [n for part in parts for n, hint in self.hints[part].items() if not hint.known and n not in given[part]]

    def search(self, given: Case) -> Case:
        """Return specs for all parameters with which the learner's code runs.

        Raises:
            UsageError: none of the likely specs runs.
        """
        specs: dict[str, dict[str, list[Spec]]] = {}
        for part, hints in self.hints.items():
            likely = {name: [given[part][name]] if name in given[part] else hint.specs for name, hint in hints.items()}
            specs[part] = {name: some for name, some in likely.items() if some}
        seen = self._prepared.ask("search", specs=specs, unknown=self.unknown(given, ["call"]))
        if "call" in seen:
            return {"init": seen["init"], "call": seen["call"]}
        raise self._nothing_runs(given, [clean_line(str(e)) for e in seen.get("errors") or []])

    def _nothing_runs(self, given: Case, errors: list[str]) -> UsageError:
        name = self._prepared.original.name
        why = f" ({(errors[-1] if given['call'] else errors[0]).rstrip('.')})" if errors else ""
        for error in errors:
            if reason := advice(error, self._prepared.cut.missing):
                return UsageError(f"{name} does not run in the sandbox ({error}).", fix=reason)
        wanted = {
            p["name"]: self.hints[part][p["name"]]
            for part in PARTS
            for p in self._parameters[part]
            if p["name"] not in given[part] and "default" not in p and not p.get("optional")
        }
        open_ones = [n for n, hint in wanted.items() if not hint.known] or list(wanted)
        if not open_ones and any(given.values()):
            return UsageError(f"{name} does not run on the given inputs{why}.", fix=f"Change --inputs. {FORMS}")
        needs = f" (it needs {', '.join(open_ones)})" if open_ones else ""
        fix = f"Say what it takes: {EXAMPLE}{needs}. {FORMS}"
        return UsageError(f"{name} runs on none of the inputs that were tried{why}.", fix=fix)


def summary(case: Case) -> str:
    """Return a case as `--inputs` takes it."""
    both = {**{(f"__init__.{n}" if n in case["call"] else n): s for n, s in case["init"].items()}, **case["call"]}
    return "; ".join(f"{name}={show_spec(spec)}" for name, spec in both.items())
