"""Long work ends as after ctrl+c when its terminal closes or the system stops it, but not under `nohup`."""

from __future__ import annotations

import signal

import pytest

from mxtutor.cli.files import graceful_end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_work_as_ctrl_c_does(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), graceful_end():
        signal.raise_signal(number)
    assert signal.getsignal(number) is before


def test_a_signal_that_nohup_ignores_ends_nothing() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with graceful_end():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
