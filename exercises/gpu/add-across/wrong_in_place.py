"""The sum is written into an argument.

If no move is needed, `as_in_context` returns the array itself, so `+=` writes into the caller's array: write `a + b`, which is a new array.
"""


def add_across(a, b, ctx):
    total = a.as_in_context(ctx)
    total += b.as_in_context(ctx)
    return total
