# mistake: Uses len(x), which counts only the first axis.
# named: length
def count(x):
    return len(x)
