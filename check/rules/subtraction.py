"""Subtraction games: take a number of the set from the heap. The parameters are numbers and sets by name."""
def is_in(name, number):
    kind, _, base = name.rpartition("-")
    if name == "primes":
        return number > 1 and all(number % divisor for divisor in range(2, number))
    if name == "squares" or name == "triangular":
        return any(k * k == number if name == "squares" else k * (k + 1) == 2 * number for k in range(number + 1))
    if name == "fibonacci" or name == "factorials":
        element, following = 1, 2
        while element < number:
            element, following = (following, element + following) if name == "fibonacci" else (element * following, following + 1)
        return element == number
    if kind == "powers-of":
        while number % int(base) == 0:
            number = number // int(base)
    return number % int(base) == 0 if kind == "multiples-of" else number == (1 if kind else int(name))

def options(heap, parameters):
    names = [name for name in parameters.split(",") if name]
    return [heap - taken for taken in range(1, heap + 1) if any(is_in(name, taken) for name in names)]
