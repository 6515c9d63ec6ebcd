# mistake: Adds first and moves the sum afterwards, so the addition itself crosses devices.
# named: mixed
def add_across(a, b, ctx):
    return (a + b).as_in_context(ctx)
