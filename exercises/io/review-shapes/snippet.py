from mxnet import gluon, nd

T = gluon.data.vision.transforms
images = nd.zeros(({{n}}, 20, 20, 3), dtype="uint8")
items = gluon.data.ArrayDataset(images, list(range({{n}})))
steps = T.Compose([T.CenterCrop(({{a}}, {{b}})), T.ToTensor()])
loader = gluon.data.DataLoader(items.transform_first(steps), batch_size={{batch}}, last_batch="discard")
data, label = next(iter(loader))
result = [len(loader), *data.shape]
