"""Clobber: put a stone on a stone of the other colour beside, above or below it, which is taken off."""
def options(board):
    width, found = board.find("/") + 1 or len(board) + 1, []
    for at, stone in enumerate(board):
        for to in (at - 1, at + 1, at - width, at + width):
            if 0 <= to < len(board) and {stone, board[to]} == {"x", "o"}:
                left = list(board)
                left[at], left[to] = ".", stone
                found.append("".join(left))
    return found
