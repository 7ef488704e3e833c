# '#####.####.####.####'
W = 5

def options(board):
    """Take a square, and all that it is joined to in its row and its column; the rest falls into islands."""
    def island(start, squares):
        found, todo = {start}, [start]
        while todo:
            i = todo.pop()
            for j in (i - 1, i + 1, i - W, i + W):
                if j in squares and j not in found and (abs(i - j) == W or i // W == j // W):
                    found.add(j)
                    todo.append(j)
        return found

    cells = {i for i, c in enumerate(board) if c == "#"}
    moves = []
    for i in sorted(cells):
        gone = {j for j in cells if j == i or j == i + 1 and j // W == i // W or j == i + W}
        left, parts = cells - gone, []
        while left:
            part = island(min(left), left)
            parts.append("".join("#" if j in part else "." for j in range(len(board))))
            left = left - part
        moves.append(parts)
    return moves
