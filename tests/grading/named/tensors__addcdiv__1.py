# mistake: Adds to t in place with +=, so the argument t does not keep its contents.
# named: in-place
def addcdiv(t, v, t1, t2):
    t += v * t1 / t2
    return t
