def options(n):
    while True:
        s = "1".center(120000, "é")
