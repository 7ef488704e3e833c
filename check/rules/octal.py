"""Octal games: the digit at place k says what a move that takes k may leave: nothing (1), a heap (2), two (4)."""
def options(heap, parameters):
    head, tail = parameters.split(".", 1)
    start, _, block = (tail[:-4] + "(" + tail[-4] + ")" if tail.endswith("...") else tail).partition("(")
    digits = head + start
    while block and len(digits) <= heap:
        digits += block[:-1]
    found = []
    for taken, digit in enumerate(int(digit, 16) for digit in digits[: heap + 1 if heap else 0]):
        rest = heap - taken
        found += [[]] if digit & 1 and rest == 0 else []
        found += [rest] if digit & 2 and rest > 0 else []
        found += [[a, rest - a] for a in range(1, rest // 2 + 1)] if digit & 4 else []
    return found
