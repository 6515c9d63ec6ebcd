def normalised(dataset, mean, std):
    def change(image, label):
        image = image.astype("float32").transpose((2, 0, 1)) / 255
        return (image - mean) / std, label

    return dataset.transform(change)
