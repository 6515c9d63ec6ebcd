def call_under(ctx, make):
    with ctx:
        return make()
