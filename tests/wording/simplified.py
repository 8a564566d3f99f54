"""Whether a sign is one of simplified Chinese, by the national list of 1980."""


def is_simplified(sign: str) -> bool:
    """Return whether a sign is no Chinese one, or one of GB 2312."""
    try:
        return not "\u2e80" <= sign <= "\u9fff" or bool(sign.encode("gb2312"))
    except UnicodeEncodeError:
        return False
