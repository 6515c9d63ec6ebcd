# mistake: Moves only a to ctx and leaves b where it is.
# named: devices-mixed
def add_across(a, b, ctx):
    return a.as_in_context(ctx) + b
