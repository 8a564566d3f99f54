"""What the device's modules take from `micropython`, for the tests that run on CPython."""


def const(value: int) -> int:
    """Return a number that the compiler would have written into the code."""
    return value


def viper(function: object) -> object:
    """Return a function that the compiler would have made native, unchanged."""
    return function
