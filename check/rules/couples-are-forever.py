"""Couples-are-Forever: split a heap into two, but not a heap of 2."""
def options(heap):
    return [[part, heap - part] for part in range(1, heap // 2 + 1)] if heap != 2 else []
