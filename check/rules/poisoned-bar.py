"""Poisoned chocolate bar: break the bar beside the poisoned square, which makes one of the four numbers smaller."""
def options(sides):
    return [sides[:place] + (left,) + sides[place + 1:] for place in range(4) for left in range(sides[place])]
