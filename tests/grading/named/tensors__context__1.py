# mistake: Uses torch's attribute x.device.
# named: torch-name
def device_of(x):
    return x.device
