from mxnet import nd


def attend(scores, lengths, values):
    results = []
    for i, length in enumerate(lengths.asnumpy().astype(int)):
        weights = nd.softmax(scores[i, :, :length])
        results.append(nd.dot(weights, values[i, :length]))
    return nd.stack(*results)
