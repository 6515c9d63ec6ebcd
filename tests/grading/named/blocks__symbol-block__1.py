# mistake: Keeps torch's slice [: 2 * layer + 2], but the relu is inside each Dense, and a HybridSequential slice is not a SymbolBlock.
# named: slice
def feature_extractor(net, layer):
    return net[: 2 * layer + 2]
