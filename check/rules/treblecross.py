"""Treblecross: a mark takes its square and two on either side of a strip of m squares, written as m + 2."""
def options(tokens):
    return [[left, tokens - 3 - left] for left in range(tokens - 2)]
