"""Zeros and ones: write a digit on an empty square; neighbours never have the same digit."""
def options(squares):
    written = [squares[:place] + digit + squares[place + 1:]
               for place, square in enumerate(squares) if square == "." for digit in "01"]
    return [squares for squares in written if "00" not in squares and "11" not in squares]
