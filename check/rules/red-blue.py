"""Red-blue string: flip a red bead and zero or more blue beads right next to it on its right."""
def options(beads):
    found = []
    for place, bead in enumerate(beads):
        blues = place + 1
        while bead == "R":
            found.append(beads[:place] + "B" + "R" * (blues - place - 1) + beads[blues:])
            if blues == len(beads) or beads[blues] == "R":
                break
            blues += 1
    return found
