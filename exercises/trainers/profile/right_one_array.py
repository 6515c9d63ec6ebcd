from time import perf_counter_ns


def milliseconds(fn, x):
    fn(x).wait_to_read()
    start = perf_counter_ns()
    fn(x).wait_to_read()
    return (perf_counter_ns() - start) / 1e6
