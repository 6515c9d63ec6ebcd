# mistake: Uses %, whose result has the sign of the divisor, not of the element.
# named: sign-of-divisor
def fmod(x, d):
    return x % d
