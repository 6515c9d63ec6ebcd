from mxnet import nd

table = nd.zeros((2, 3))
row, column = table[1], table[:, 0]
flat = table.reshape((-1,))
turned = table.T
row[:] = {{a}}
column[:] = {{b}}
flat[1] = {{c}}
turned[2, 0] = {{d}}
result = table.asnumpy().tolist()
