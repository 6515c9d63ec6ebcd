# mistake: Calls x.repeat(m, n), which in MXNet repeats each element m times along axis n.
# named: torch-name
def repeat(x, m, n):
    return x.repeat(m, n)
