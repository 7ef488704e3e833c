"""Says what CPython does with scripts: oracle.py FILE. A script begins with a line "#: POSITION": its positions are explored
from there; or "#= POSITION": that one is asked alone; or "#! POSITION": it has to be refused."""
import math, signal, sys, types

MOST = 40
STEPS = 3

class Slow(BaseException):
    pass

def stop(*_):
    raise Slow

signal.signal(signal.SIGALRM, stop)

def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]

sys.modules["grundy"] = types.SimpleNamespace(divisors=divisors)

def written(p, depth=0):
    if type(p) is int and abs(p) < 2**53 or type(p) is str: return repr(p)
    if type(p) is tuple and depth < 12:
        parts = [written(q, depth + 1) for q in p]
        return "(" + ", ".join(parts) + (",)" if len(parts) == 1 else ")")
    raise TypeError(f"{p!r} is no position")

def option(o):
    if type(o) is list: return "[" + ", ".join(sorted(map(written, o))) + "]"
    return written(o)

def run(source, kind):
    start = eval(source.split("\n", 1)[0][2:])
    names = {"divisors": divisors, "print": lambda *_, **__: None, "__builtins__": __builtins__}
    exec(compile(source, "script", "exec"), names)
    queue, seen = [start], {written(start)}
    for position in queue[:] if kind != ":" else queue:
        found = names["options"](position)
        if isinstance(found, (str, dict)) or type(found) is type(None): raise TypeError("no options")
        found = list(found)
        print("P", written(position))
        for text in sorted({option(o) for o in found}): print("O", text)
        parts = {written(p): p for o in found for p in (o if type(o) is list else [o])}
        for text in sorted(parts):
            if len(queue) < MOST and text not in seen:
                seen.add(text)
                queue.append(parts[text])

for number, part in enumerate(open(sys.argv[1]).read().split("\n#")[0:]):
    source = part if number == 0 else "#" + part
    print("S", number)
    signal.alarm(STEPS)
    try:
        run(source, source[1])
    except Slow:
        print("E slow")
    except BaseException as error:
        print("E", type(error).__name__, str(error).replace("\n", " ")[:100])
    signal.alarm(0)
