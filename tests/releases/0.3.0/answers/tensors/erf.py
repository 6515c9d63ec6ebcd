def erf(x:
