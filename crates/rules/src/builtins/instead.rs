//! Names of Python that are not known here, with what to write instead.

/// Modules, functions of modules, functions and methods. For each, the list has what to write instead.
const INSTEAD: [(&str, &str); 58] = [
    ("__name__", "leave the line out, since options is called by itself"),
    ("array", "use a list"),
    ("bisect", "count by sum(y < x for y in a)"),
    ("bytes", "use a string or a list of integers"),
    ("collections", "use a dict and d.get(x, 0), or a list with pop(0)"),
    ("copy", "list(a) is a copy, and [list(row) for row in a] copies the rows, too"),
    ("dataclasses", "use a tuple"),
    ("decimal", "use integers"),
    ("fractions", "use integers"),
    ("functools.cmp_to_key", "sort by a key: sorted(a, key=lambda x: ...)"),
    ("functools.partial", "write a lambda"),
    ("functools.total_ordering", "use tuples, which have an order"),
    ("heapq", "use sorted(a)"),
    ("itertools.chain.from_iterable", "write chain(*lists), or [x for a in lists for x in a]"),
    ("itertools.compress", "write [x for x, y in zip(a, b) if y]"),
    ("itertools.cycle", "take a[i % len(a)]"),
    ("itertools.dropwhile", "find the place in a loop, then slice: a[i:]"),
    ("itertools.filterfalse", "write [x for x in a if not f(x)]"),
    ("itertools.groupby", "count equal neighbours in a loop"),
    ("itertools.starmap", "write [f(*x) for x in a]"),
    ("itertools.tee", "use a list, which can be read twice"),
    ("itertools.zip_longest", "make the lists equally long: a + [0] * (len(b) - len(a))"),
    ("json", "give values as \"constants\" beside \"rules\""),
    ("logging", "leave it out"),
    ("math.ceil", "write -(-a // b) for a / b rounded up"),
    ("math.dist", "use integers: the square of the distance"),
    ("math.e", "use integers"),
    ("math.exp", "use integers"),
    ("math.fabs", "write abs(n)"),
    ("math.floor", "write a // b for a / b rounded down"),
    ("math.fmod", "write a % b"),
    ("math.hypot", "use integers: the square of the distance"),
    ("math.inf", "write a large integer, such as 2**53"),
    ("math.log", "count the divisions by the base in a loop"),
    ("math.log10", "write len(str(n)) - 1"),
    ("math.log2", "write n.bit_length() - 1"),
    ("math.nan", "write None"),
    ("math.pi", "use integers"),
    ("math.pow", "write a ** b"),
    ("math.sqrt", "write math.isqrt(n), the root rounded down"),
    ("math.trunc", "write a // b for a / b rounded down"),
    ("numpy", "use lists and range"),
    ("operator", "write a lambda"),
    ("os", "leave it out, since options depend on the position alone"),
    ("random", "leave it out, since options depend on the position alone"),
    ("re", "use s.find, s.split, s.replace and slices"),
    ("string", "write the letters: 'abc'"),
    (
        "sympy",
        "from grundy import divisors gives divisors; n is prime if n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))",
    ),
    ("sys", "leave it out: calls nest 20,000 deep here, and sys.maxsize is 2**63 - 1"),
    ("time", "leave it out, since options depend on the position alone"),
    ("collections.abc", "leave the types out"),
    ("enum", "use integers or strings"),
    ("pandas", "use lists and dicts"),
    ("queue", "use a list with append and pop(0)"),
    ("input", "the position is the argument of options, and other values are \"constants\""),
    ("open", "give values as \"constants\" beside \"rules\""),
    ("format", "write an f-string, f\"{x}\""),
    ("format_map", "write an f-string, f\"{x}\""),
];

/// Says that a name is not known, and what to write instead.
pub(crate) fn unknown(name: &str) -> String {
    let text: String = name.chars().take(60).collect();
    match instead(name) {
        Some(instead) => format!("{text} is not known here: {instead}"),
        None => format!("{text} is not known here"),
    }
}

/// Returns what to write instead of a name; `None` if nothing is known.
pub(crate) fn instead(name: &str) -> Option<&'static str> {
    INSTEAD.iter().find(|(known, _)| *known == name).map(|(_, instead)| *instead)
}
