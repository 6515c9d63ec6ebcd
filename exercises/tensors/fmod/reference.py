def fmod(x, d):
    return x.fmod(d)
