# mistake: Scales the divisor by v instead of the quotient.
# named: scaled-denominator
def addcdiv(t, v, t1, t2):
    return t + t1 / (v * t2)
