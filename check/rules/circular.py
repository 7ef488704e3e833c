"""Octal games in a circle: a move leaves a row, or nothing. A row is {row: n}."""
def options(position, parameters):
    tokens, is_row = (position, False) if isinstance(position, int) else (position[0][1], True)
    head, tail = parameters.split(".", 1)
    start, _, block = (tail[:-4] + "(" + tail[-4] + ")" if tail.endswith("...") else tail).partition("(")
    digits = head + start
    while block and len(digits) <= tokens:
        digits += block[:-1]
    found = []
    for taken, digit in enumerate(int(digit) for digit in digits[: tokens + 1 if tokens else 0]):
        rest = tokens - taken
        if taken or is_row:
            found += [()] if digit & 1 and rest == 0 else []
            found += [(rest,)] if digit & (2 if is_row else 4) and rest > 0 else []
            found += [(a, rest - a) for a in range(1, rest // 2 + 1)] if digit & 4 and is_row else []
    return [[(("row", part),) for part in parts] for parts in found]
