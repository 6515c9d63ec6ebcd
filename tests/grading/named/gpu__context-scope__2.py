# mistake: Moves the result to ctx afterwards instead of creating the arrays under ctx as the default device.
# named: moved
def call_under(ctx, make):
    return make().as_in_context(ctx)
