# mistake: Converts and transposes by hand but forgets to scale to [0, 1] by 255.
# named: not-scaled
def normalised(dataset, mean, std):
    def tf(image):
        x = image.transpose((2, 0, 1)).astype("float32")
        return (x - mean) / std

    return dataset.transform_first(tf)
