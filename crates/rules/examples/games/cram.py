# '................'
W = 4

def options(board):
    """Put a domino on two empty squares of a board with rows of four."""
    out = []
    for i, c in enumerate(board):
        if c != ".":
            continue
        if i % W < W - 1 and board[i + 1] == ".":
            out.append(board[:i] + "xx" + board[i + 2:])
        if i + W < len(board) and board[i + W] == ".":
            out.append(board[:i] + "x" + board[i + 1:i + W] + "x" + board[i + W + 1:])
    return out
