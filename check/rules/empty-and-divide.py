"""Empty and Divide: empty one box, and divide the chips of the other between the two."""
def options(boxes):
    return [(left, chips - left) for chips in boxes for left in range(1, chips)]

def form(boxes):
    return tuple(sorted(boxes))
