"""Cutting game: cut a sheet along a line into two, neither of width 1."""
def options(sheet):
    w, h = sheet
    return ([[(part, h), (w - part, h)] for part in range(2, w - 1)]
            + [[(w, part), (w, h - part)] for part in range(2, h - 1)])

def form(sheet):
    return tuple(sorted(sheet))
