# mistake: Passes torch's keyword strict to load_parameters.
# named: strict-keyword, unknown-argument, torch-argument
def load_net(net, path, ctx, strict):
    net.load_parameters(path, ctx=ctx, strict=strict)
