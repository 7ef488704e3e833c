# 300
def options(n):
    """Take one or two pins that stand side by side."""
    return [[a, n - k - a] for k in (1, 2) if k <= n for a in range((n - k) // 2 + 1)]
