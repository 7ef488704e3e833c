"""All-but games: take a number that is not in the set. The parameters are the set."""
def options(heap, parameters):
    kept = {int(number) for number in parameters.split(",") if number}
    return [heap - taken for taken in range(1, heap + 1) if taken not in kept]
