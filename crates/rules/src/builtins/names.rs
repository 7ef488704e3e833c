//! The names of built-in functions and methods.

use std::ops::RangeInclusive;

macro_rules! named {
    ($(#[$doc:meta])* $kind:ident { $($name:ident $text:literal $least:literal $most:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $kind { $($name,)* }

        impl $kind {
            #[cfg(test)]
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Finds a function or method by its name.
            pub(crate) fn find(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Returns how many arguments it takes.
            pub(crate) fn arguments(self) -> RangeInclusive<usize> {
                match self { $(Self::$name => $least..=$most,)* }
            }

            /// Returns the name that scripts use.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

named! {
    /// A function that scripts need not define. If it belongs to a module, its name begins with the name of the module,
    /// as in `math.gcd`.
    Builtin {
        Abs "abs" 1 1,
        All "all" 1 1,
        Any "any" 1 1,
        Bin "bin" 1 1,
        Bool "bool" 0 1,
        Callable "callable" 1 1,
        Chr "chr" 1 1,
        Comb "math.comb" 2 2,
        Dict "dict" 0 1,
        DivMod "divmod" 2 2,
        Divisors "divisors" 1 1,
        Factorial "math.factorial" 1 1,
        Float "float" 1 1,
        Format "format" 1 2,
        FromKeys "dict.fromkeys" 1 2,
        FrozenSet "frozenset" 0 1,
        Gcd "math.gcd" 0 200,
        Hex "hex" 1 1,
        Int "int" 0 2,
        IsInstance "isinstance" 2 2,
        Isqrt "math.isqrt" 1 1,
        Lcm "math.lcm" 0 200,
        Len "len" 1 1,
        List "list" 0 1,
        MakeTrans "str.maketrans" 2 2,
        Max "max" 1 200,
        Min "min" 1 200,
        Oct "oct" 1 1,
        Ord "ord" 1 1,
        Pow "pow" 2 3,
        Print "print" 0 200,
        Prod "math.prod" 1 1,
        Range "range" 1 3,
        Repr "repr" 1 1,
        Round "round" 1 1,
        Set "set" 0 1,
        Sorted "sorted" 1 1,
        Str "str" 0 1,
        Sum "sum" 1 2,
        Tuple "tuple" 0 1,
        Type "type" 1 1,
        NoneType "__NoneType" 0 0,
        Typing "__Typing" 0 0,
        // Helpers for the functions in prelude.py.
        End "__end" 0 0,
        SortByKeys "__sort_by_keys" 3 3,
        NextCombination "__next_combination" 2 2,
        NextPermutation "__next_permutation" 3 3,
        NextProduct "__next_product" 2 2,
        Pick "__pick" 2 2,
    }
}

named! {
    /// A method of a built-in type.
    Method {
        Add "add" 1 1,
        Append "append" 1 1,
        BitCount "bit_count" 0 0,
        BitLength "bit_length" 0 0,
        Capitalize "capitalize" 0 0,
        Center "center" 1 2,
        Clear "clear" 0 0,
        Copy "copy" 0 0,
        Count "count" 1 1,
        Difference "difference" 0 200,
        DifferenceUpdate "difference_update" 0 200,
        Discard "discard" 1 1,
        EndsWith "endswith" 1 1,
        Extend "extend" 1 1,
        Find "find" 1 3,
        Get "get" 1 2,
        Index "index" 1 3,
        Insert "insert" 2 2,
        Intersection "intersection" 0 200,
        IntersectionUpdate "intersection_update" 0 200,
        IsAlnum "isalnum" 0 0,
        IsAlpha "isalpha" 0 0,
        IsDigit "isdigit" 0 0,
        IsDisjoint "isdisjoint" 1 1,
        IsLower "islower" 0 0,
        IsSpace "isspace" 0 0,
        IsSubset "issubset" 1 1,
        IsSuperset "issuperset" 1 1,
        IsUpper "isupper" 0 0,
        Items "items" 0 0,
        Join "join" 1 1,
        Keys "keys" 0 0,
        LStrip "lstrip" 0 1,
        LJust "ljust" 1 2,
        Lower "lower" 0 0,
        Partition "partition" 1 1,
        Pop "pop" 0 2,
        PopItem "popitem" 0 0,
        Remove "remove" 1 1,
        RemovePrefix "removeprefix" 1 1,
        RemoveSuffix "removesuffix" 1 1,
        Replace "replace" 2 3,
        Reverse "reverse" 0 0,
        RFind "rfind" 1 1,
        RIndex "rindex" 1 1,
        RJust "rjust" 1 2,
        RPartition "rpartition" 1 1,
        RSplit "rsplit" 0 2,
        RStrip "rstrip" 0 1,
        SetDefault "setdefault" 1 2,
        Sort "sort" 0 1,
        Split "split" 0 2,
        SplitLines "splitlines" 0 0,
        StartsWith "startswith" 1 1,
        Strip "strip" 0 1,
        SwapCase "swapcase" 0 0,
        SymmetricDifference "symmetric_difference" 1 1,
        Translate "translate" 1 1,
        Title "title" 0 0,
        Union "union" 0 200,
        Update "update" 0 200,
        Upper "upper" 0 0,
        Values "values" 0 0,
        ZFill "zfill" 1 1,
    }
}

/// The modules that may be imported.
pub(crate) const MODULES: [&str; 5] = ["functools", "grundy", "itertools", "math", "typing"];

/// The functions of prelude.py, which are written in the script language. For each function, the list has the name that
/// scripts use and the name in prelude.py.
pub(crate) const PRELUDE: [(&str, &str); 18] = [
    ("enumerate", "enumerate"),
    ("filter", "filter"),
    ("functools.reduce", "reduce"),
    ("iter", "iter"),
    ("itertools.accumulate", "accumulate"),
    ("itertools.chain", "chain"),
    ("itertools.combinations", "combinations"),
    ("itertools.combinations_with_replacement", "combinations_with_replacement"),
    ("itertools.count", "count"),
    ("itertools.islice", "islice"),
    ("itertools.pairwise", "pairwise"),
    ("itertools.permutations", "permutations"),
    ("itertools.product", "product"),
    ("itertools.repeat", "repeat"),
    ("itertools.takewhile", "takewhile"),
    ("map", "map"),
    ("reversed", "reversed"),
    ("zip", "zip"),
];

/// Returns the function of prelude.py that has this name in scripts.
pub(crate) fn prelude(name: &str) -> Option<&'static str> {
    PRELUDE.iter().find(|(text, _)| *text == name).map(|(_, function)| *function)
}

/// Returns the meaning of a name that a script takes from a module; `None` if the module has no such name. The meaning
/// of `gcd` from `math` is `math.gcd`. But `divisors` from `grundy` means the built-in `divisors`, and every name from
/// `typing` means `__Typing`.
pub(crate) fn in_module(module: &str, name: &str) -> Option<String> {
    let full = format!("{module}.{name}");
    match (module, name) {
        ("typing", _) => Some("__Typing".to_owned()),
        ("grundy", "divisors") => Some("divisors".to_owned()),
        ("functools", "cache" | "lru_cache") | ("__future__", "annotations") => Some(full),
        _ => (Builtin::find(&full).is_some() || prelude(&full).is_some()).then_some(full),
    }
}

/// Returns the module from which a script can import this name; `None` if there is none. If a script uses the name
/// without an import, the message of the fault names this module. `typing` is left out, because it has every name.
pub(crate) fn module_of(name: &str) -> Option<&'static str> {
    MODULES.into_iter().filter(|module| *module != "typing").find(|module| in_module(module, name).is_some())
}
