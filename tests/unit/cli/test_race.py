"""The race: its results, and that all of its processes end."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.digits import load_digits
from mxtutor.errors import BrokenError
from mxtutor.race.runner import DIGITS, RUNNERS, EpochResult, Outcome, RaceConfig, Runner, Track

FAKE = """
import json, sys
print(json.dumps({"version": sys.argv[1]}), flush=True)
for number, _ in enumerate(sys.stdin, 1):
    if sys.argv[2] == "dies" and number == 2:
        break
    if sys.argv[2] == "blocks":
        import time
        time.sleep(1000)
    print(json.dumps({"seconds": float(sys.argv[3]), "loss": 1 / number}), flush=True)
"""
LONG = 60.0
"""Longest wait for what happens at once on a machine that is not busy."""
SECONDS = {"torch": "0.5", "mxnet": "0.25"}


def track(tmp_path: Path, config: RaceConfig, does: str = "runs") -> Track:
    """Return a race of two fake runners, MXNet's twice as fast."""
    script = tmp_path / "runner.py"
    script.write_text(FAKE)

    def command(runner: Runner, config: RaceConfig) -> list[str]:
        return [sys.executable, str(script), f"{runner}-1", does if runner == "mxnet" else "runs", SECONDS[runner]]

    return Track(config, command)


def test_laps_come_in_turn_and_the_warm_up_does_not_count(tmp_path: Path) -> None:
    with track(tmp_path, RaceConfig(images=100, epochs=2, warmup=1)) as race:
        laps = list(race.laps())
        outcome = race.outcome()
    assert [(lap.runner, lap.epoch) for lap in laps] == [(r, e) for e in (0, 1, 2) for r in RUNNERS]
    assert outcome.versions == {"torch": "torch-1", "mxnet": "mxnet-1"}
    assert outcome.speeds["torch"].median == 200
    assert outcome.ratio == 2
    assert outcome.to_json()["laps"][-1] == {
        "framework": "mxnet", "epoch": 2, "seconds": 0.25, "images_per_second": 400, "loss": 1 / 3,
    }  # fmt: skip
    assert len(outcome.to_json()["laps"]) == 4


def outcome_of(*mxnet: float, load: float = 0.0) -> Outcome:
    """Return a race in which PyTorch does 100 images a second, and MXNet so many."""
    laps = []
    for epoch, rate in enumerate(mxnet, 1):
        laps += [EpochResult("torch", epoch, 1.0, 100.0, 0.5), EpochResult("mxnet", epoch, 1.0, rate, 0.5)]
    versions = {"torch": "2", "mxnet": "1"}
    return Outcome(RaceConfig(epochs=len(mxnet)), versions, tuple(laps), load, cores=2)


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        (
            (60, 65, 70),
            "as fast as PyTorch (0.60 to 0.70 over the epochs): this is less than the migration guides claim.",
        ),
        ((150, 210), "2.10 over the epochs): the claim of the migration guides is within this range."),
        ((300, 400), "this is more than the migration guides claim."),
    ],
)
def test_the_ratio_has_its_spread_beside_the_claim(rates: tuple[float, ...], message: str) -> None:
    assert message in outcome_of(*rates).sentence()


def test_a_busy_machine_is_reported() -> None:
    assert any("load 3.0 on 2 cores" in line for line in outcome_of(100, load=3.0).conditions())
    assert not any("load" in line for line in outcome_of(100, load=0.4).conditions())


def test_a_runner_that_dies_is_our_fault_and_no_process_is_left(tmp_path: Path) -> None:
    race = track(tmp_path, RaceConfig(epochs=3), "dies")
    laps = race.laps()
    next(laps)
    started = list(race.processes.values())
    with pytest.raises(BrokenError, match="mxnet stopped racing"), race:
        list(laps)
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


def test_a_race_is_stopped_from_another_thread(tmp_path: Path) -> None:
    race = track(tmp_path, RaceConfig(epochs=3), "blocks")
    ended: list[BaseException] = []

    def watch() -> None:
        try:
            list(race.laps())
        except BrokenError as error:
            ended.append(error)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    end = time.monotonic() + LONG
    while not race.versions.get("mxnet"):
        assert time.monotonic() < end, "the runners do not start"
        time.sleep(0.001)
    race.stop()
    thread.join(LONG)
    assert not thread.is_alive()
    assert len(ended) == 1


@pytest.mark.grading
def test_both_frameworks_race_to_the_same_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "torch.py").write_text("raise SystemExit('a file of the current folder was imported')\n")
    monkeypatch.chdir(tmp_path)
    with Track(RaceConfig(images=256, hidden=16, epochs=1, warmup=0)) as race:
        torch, mxnet = race.laps()
    assert mxnet.loss == pytest.approx(torch.loss, rel=1e-4)  # equal weights and data, one epoch
    assert min(torch.images_per_second, mxnet.images_per_second) > 0


@pytest.mark.grading
@pytest.mark.slow
def test_the_command_prints_json_and_talks_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--epochs", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["ratio"] > 0
    assert "warm-up" in err


def test_the_conditions_say_what_the_data_are_and_what_the_race_cannot_tell() -> None:
    text = " ".join(outcome_of(100).conditions())
    assert len(load_digits("train")[0]) == DIGITS
    assert f"{DIGITS} real digits of 8 x 8 pixels, enlarged to 28 x 28 and repeated to 12000 images" in text
    assert "1 thread" in text
    assert "does not apply to GPUs" in text
