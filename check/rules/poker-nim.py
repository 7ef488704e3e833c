"""Poker nim: take chips from the heap, which leave the game, or add some from the bank."""
def options(heap):
    chips, bank = heap
    return ([(left, bank) for left in range(chips)]
            + [(chips + added, bank - added) for added in range(1, bank + 1)])
