"""Errors with several causes: the source and the line of the error prove one, or nothing is named."""

from __future__ import annotations

import pytest

from mxtutor.grading.diagnosis.diagnose import diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.results.decode import Result
from tests.unit.specimens import exercise

ELSEWHERE = "Parameter 'dense0_weight' was not initialized on context cpu(7). It was only initialized on [cpu(0)]."


def code(kind: str, text: str, source: str, about: str = "float32 (n,)") -> str:
    """Return the code of an answer that raised this error in the line that ends with `# here`; empty for none."""
    line = next(n for n, text in enumerate(source.splitlines(), 1) if text.endswith("# here"))
    subject = exercise(entry="square", params={"net": about})
    refused = RefusedAnswer(subject, source, Result((ErrorDetail(kind, text, line),)))
    return next((d.code for d in diagnose(refused, {})), "")


def test_initialize_of_a_net_with_values_is_named_only_where_the_task_says_that_it_has_values() -> None:
    source = "net.initialize(ctx=ctx)\ny = net(x.as_in_context(ctx))  # here\n"
    assert code("RuntimeError", ELSEWHERE, source, "trained net on cpu(0)") == "initialised-again"
    assert code("RuntimeError", ELSEWHERE, source, "net without values") != "initialised-again"
    forced = source.replace("ctx=ctx", "ctx=ctx, force_reinit=True")
    assert code("RuntimeError", ELSEWHERE, forced, "trained net on cpu(0)") != "initialised-again"


def test_values_of_another_device_that_are_written_into_a_parameter_are_named() -> None:
    source = "p.set_data(p.data().as_in_context(ctx))\ny = net(x.as_in_context(ctx))  # here\n"
    assert code("RuntimeError", ELSEWHERE, source) == "written-in-place"
    assert code("RuntimeError", ELSEWHERE, source.replace(".as_in_context(ctx))\n", ")\n", 1)) != "written-in-place"


SHAPES = "Shape inconsistent, Provided = [3], inferred shape=(5,)"
COUNTS = "Check failed: num_inputs == infered_num_inputs (2 vs. 1) : Operator SequenceMask expects 1 inputs, but got 2"


@pytest.mark.parametrize(
    ("text", "words", "wanted"),
    [
        (SHAPES, "use_sequence_length=True", "time-first"),
        (SHAPES, "use_sequence_length=True, axis=1", ""),
        (COUNTS, "axis=1", "lengths-not-used"),
        (COUNTS, "use_sequence_length=False", ""),
    ],
)
def test_a_sequence_operator_without_its_options_is_named(text: str, words: str, wanted: str) -> None:
    found = code("MXNetError", text, f"y = nd.SequenceMask(x, sequence_length=n, {words})  # here\n")
    assert (found in ("time-first", "lengths-not-used")) == bool(wanted)
    assert found == wanted or not wanted


@pytest.mark.parametrize("kind", ["Dense", "list", "collections.OrderedDict"])
def test_layers_in_a_constructor_inside_of_a_block_are_named(kind: str) -> None:
    text = f'can only concatenate str (not "{kind}") to str'
    assert code("TypeError", text, "net = nn.Sequential(*layers)  # here\n") == "layers-in-constructor"
    assert code("TypeError", text, "net = nn.Sequential()\nname = 'a' + layer  # here\n") != "layers-in-constructor"
