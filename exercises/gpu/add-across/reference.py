def add_across(a, b, ctx):
    return a.to(ctx) + b.to(ctx)
