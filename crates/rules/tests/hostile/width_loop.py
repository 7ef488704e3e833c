def options(n):
    while True:
        s = f"{n:4096}{n:>4096}{n:^4096}"
