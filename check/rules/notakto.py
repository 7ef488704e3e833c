"""Notakto: write an X on an empty square, while there is no line of three."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def options(board):
    if any(all(board[square] == "X" for square in line) for line in LINES):
        return []
    return [board[:square] + "X" + board[square + 1:] for square in range(9) if board[square] == "."]
