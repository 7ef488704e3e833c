"""Officers: one soldier leaves; the others, at least one, stay as one heap or are split into two."""
def options(soldiers):
    rest = soldiers - 1
    return ([rest] if rest > 0 else []) + [[part, rest - part] for part in range(1, rest // 2 + 1)]
