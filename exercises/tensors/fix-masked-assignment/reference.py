def cap_outliers(x, low, high, value):
    y = x.clone()
    outside = (y < low) | (y > high)
    y[outside] = value
    return y
