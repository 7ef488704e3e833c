# Built-in functions that are written in the script language. So they can call functions of the script without native
# stack. Iterators that are lazy in Python are lazy here, too. Each function is compiled separately, when a script needs
# it. A fault in such a function is reported at the line of the script that calls the function.

def iter(items):
    for item in items:
        yield item

def enumerate(iterable, start=0):
    return __enumerate(iter(iterable), +start)

def __enumerate(items, number):
    for item in items:
        yield (number, item)
        number += 1

def reversed(items):
    if isinstance(items, dict):
        items = list(items)
    return __reversed(items, len(items) - 1)

def __reversed(items, last):
    for number in range(last, -1, -1):
        if number >= len(items):
            return
        yield items[number]

def zip(*sources):
    return __zip([iter(source) for source in sources])

def __zip(sources):
    while sources:
        row = []
        for source in sources:
            item = next(source, __end)
            if item is __end:
                return
            row.append(item)
        yield tuple(row)

def map(function, *sources):
    if len(sources) == 1:
        return __map(function, iter(sources[0]))
    return __map_rows(function, zip(*sources))

def __map(function, items):
    for item in items:
        yield function(item)

def __map_rows(function, rows):
    for row in rows:
        yield function(*row)

def filter(function, items):
    return __filter(function, iter(items))

def __filter(function, items):
    for item in items:
        if item if function is None else function(item):
            yield item

def reduce(function, items, first=__end):
    total = first
    for item in items:
        total = item if total is __end else function(total, item)
    assert total is not __end, "reduce() of nothing has no value: give a first value"
    return total

def accumulate(iterable, func=None):
    total = __end
    for item in iterable:
        if total is __end:
            total = item
        else:
            total = total + item if func is None else func(total, item)
        yield total

def chain(*sources):
    for source in sources:
        for item in source:
            yield item

def count(start=0, step=1):
    while True:
        yield start
        start += step

def repeat(object, times=None):
    while times is None or times > 0:
        yield object
        if times is not None:
            times -= 1

def takewhile(function, items):
    for item in items:
        if not function(item):
            return
        yield item

def pairwise(items):
    before = __end
    for item in items:
        if before is not __end:
            yield (before, item)
        before = item

def islice(items, start, stop=__end, step=1):
    if stop is __end:
        start, stop = 0, start
    return __islice(iter(items), start or 0, stop, 1 if step is None else step)

def __islice(items, start, stop, step):
    assert start >= 0 and step > 0 and (stop is None or stop >= 0), "islice() takes no negative numbers"
    if stop is not None and stop < start:
        stop = start
    number = 0
    while stop is None or number < stop:
        item = next(items, __end)
        if item is __end:
            return
        if number >= start and (number - start) % step == 0:
            yield item
        number += 1

def combinations(iterable, r):
    return __combinations(tuple(iterable), r)

def __combinations(pool, length):
    assert length >= 0, "combinations() takes no negative length"
    if length > len(pool):
        return
    numbers = list(range(length))
    yield __pick(pool, numbers)
    while __next_combination(numbers, len(pool)):
        yield __pick(pool, numbers)

def combinations_with_replacement(iterable, r):
    return __replaced(tuple(iterable), r)

def __replaced(pool, length):
    assert length >= 0, "combinations_with_replacement() takes no negative length"
    if length and not pool:
        return
    numbers = [0] * length
    yield __pick(pool, numbers)
    while __next_product(numbers, len(pool)):
        for number in range(1, length):
            if numbers[number] < numbers[number - 1]:
                numbers[number] = numbers[number - 1]
        yield __pick(pool, numbers)

def permutations(iterable, r=None):
    pool = tuple(iterable)
    return __permutations(pool, len(pool) if r is None else r)

def __permutations(pool, length):
    assert length >= 0, "permutations() takes no negative length"
    if length > len(pool):
        return
    numbers = list(range(len(pool)))
    cycles = list(range(len(pool), len(pool) - length, -1))
    yield __pick(pool, numbers[:length])
    while __next_permutation(numbers, cycles, length):
        yield __pick(pool, numbers[:length])

def product(sources, repeat=1):
    assert repeat >= 0, "product() takes no negative repeat"
    return __product([tuple(source) for source in sources] * repeat)

def __product(pools):
    numbers = [0] * len(pools)
    lengths = [len(pool) for pool in pools]
    if 0 in lengths:
        return
    yield tuple([pool[0] for pool in pools])
    while __next_product(numbers, lengths):
        yield tuple([pools[place][number] for place, number in enumerate(numbers)])

def sorted_by(items, key=None, reverse=False):
    items = list(items)
    keys = items if key is None else [key(item) for item in items]
    return __sort_by_keys(items, keys, reverse)

def sort_by(items, key=None, reverse=False):
    items[:] = sorted_by(items, key, reverse)

def min_by(items, key=None, default=__end):
    best = __end
    for item in items:
        rank = item if key is None else key(item)
        if best is __end or rank < least:
            best, least = item, rank
    if best is not __end:
        return best
    assert default is not __end, "min() of nothing has no value: give a default"
    return default

def max_by(items, key=None, default=__end):
    best = __end
    for item in items:
        rank = item if key is None else key(item)
        if best is __end or rank > most:
            best, most = item, rank
    if best is not __end:
        return best
    assert default is not __end, "max() of nothing has no value: give a default"
    return default
