def call_under(ctx, make):
    ctx.__enter__()
    try:
        made = make()
    finally:
        ctx.__exit__(None, None, None)
    return made
