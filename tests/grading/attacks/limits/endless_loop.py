"""Loops for ever and swallows every exception, alarms too.

Verdict: timeout
Seconds: 1
"""

import signal

for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGXCPU, signal.SIGUSR1):
    signal.signal(number, signal.SIG_IGN)


def arccos(x):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
