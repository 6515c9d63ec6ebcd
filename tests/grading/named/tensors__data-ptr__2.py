# mistake: Compares the Python objects, so a view of the same memory counts as different.
# named: same-object
def same_memory(a, b):
    return a is b
