"""Where no GPU can be used, the one line of the error says why."""

from __future__ import annotations

import pytest

from mxtutor.errors import BrokenError
from mxtutor.gpus import Gpu
from mxtutor.grading.messages import Ready
from mxtutor.grading.workers import worker as workers
from mxtutor.grading.workers.worker import Frameworks, usual_roles


@pytest.mark.parametrize(
    ("cuda", "found", "reason"),
    [
        ((False, True), [Gpu("A", "8.0")], "The installed build of mxnet has no code for GPUs."),
        ((True, False), [Gpu("A", "8.0")], "The installed build of torch has no code for GPUs."),
        ((True, True), [], "`nvidia-smi` lists no GPU."),
        ((True, True), [Gpu("H100", "9.0")], "MXNet has no code for H100 (compute capability 9.0; "),
        ((True, True), [Gpu("A", "8.0"), Gpu("A", "8.6")], ""),
    ],
)
def test_the_reason_is_in_the_line(
    cuda: tuple[bool, bool], found: list[Gpu], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Frameworks(usual_roles(confined=True, untrusted=False))
    for worker, built in zip(made.workers, cuda, strict=True):
        worker.ready = Ready(cuda=built)
    monkeypatch.setattr(workers, "find_gpus", lambda: found)
    if not reason:
        assert (made.gpus_for("gpu"), made.gpus_for("auto"), made.gpus_for("cpu")) == (2, 2, 0)
        return
    with pytest.raises(BrokenError) as refused:
        made.gpus_for("gpu")
    assert refused.value.message.startswith(f"No GPU can be used: {reason}")
    assert made.gpus_for("auto") == 0
