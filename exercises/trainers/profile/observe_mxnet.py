import time
import timeit

LAUNCH = 0.25
"""Milliseconds that a call needs to put its work into the queue."""


class Clock:
    """A clock that shows what the case says: calls queue work, and only waiting lets the time of the work pass."""

    def __init__(self):
        self.waits, self.seen = None, 0
        self.passed = self.queued = self.earlier = 0.0  # milliseconds: gone, for work of `fn`, for other work
        self.contents = set()

    def note(self):
        """Let the time pass for the waits since the last look: for everything, or for a result."""
        for wait in self.waits[self.seen :]:
            if wait is None or wait in self.contents:
                self.passed, self.queued = self.passed + self.queued, 0.0
            if wait is None:  # a result does not wait for work that it does not need
                self.passed, self.earlier = self.passed + self.earlier, 0.0
        self.seen = len(self.waits)

    def seconds(self):
        self.note()
        return 5000.0 + self.passed / 1000


CLOCK = Clock()


def shown(original, scale):
    """Return a clock of module `time` that shows the time of `CLOCK` while an answer runs, in seconds times `scale`."""

    def read():
        if CLOCK.waits is None:
            return original()
        return type(original())(scale * CLOCK.seconds())

    return read


def shown_by_number(original, scale):
    """Return `time.clock_gettime` for `CLOCK`, except for the clocks of processor time."""
    now = shown(lambda: original(time.CLOCK_MONOTONIC), scale)
    return lambda number: original(number) if number in PROCESSOR else now()


PROCESSOR = (time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID)

for name in ("perf_counter", "monotonic", "time"):  # before the answer is imported, so that its names are these
    setattr(time, name, shown(getattr(time, name), 1))
    setattr(time, f"{name}_ns", shown(getattr(time, f"{name}_ns"), 10**9))
time.clock_gettime = shown_by_number(time.clock_gettime, 1)
time.clock_gettime_ns = shown_by_number(time.clock_gettime_ns, 10**9)
timeit.default_timer = time.perf_counter
timeit.Timer.__init__.__defaults__ = ("pass", "pass", time.perf_counter, None)
timeit.timeit.__defaults__ = ("pass", "pass", time.perf_counter, timeit.default_number, None)
timeit.repeat.__defaults__ = ("pass", "pass", time.perf_counter, 5, timeit.default_number, None)


def observe(milliseconds, case, kit):
    given, slow = case.x.asnumpy().tobytes(), [case.first]

    def fn(x):
        CLOCK.note()
        result = case.fn(x)
        content = x.asnumpy().tobytes()
        CLOCK.contents.add(result.asnumpy().tobytes())
        CLOCK.seen = len(CLOCK.waits)  # the look at the arrays is no wait of the answer
        CLOCK.passed += LAUNCH
        work = case.work if content == given else case.work / 2
        CLOCK.queued += work + (slow.pop() if slow else 0)
        return result

    CLOCK.queued, CLOCK.earlier, CLOCK.seen = 0.0, case.earlier, 0
    CLOCK.contents.clear()
    with kit.waits() as waits:
        CLOCK.waits = waits
        try:
            result = milliseconds(fn, case.x)
        finally:
            CLOCK.waits = None
    return {"result": result}
