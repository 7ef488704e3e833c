// Examples that can be loaded at the desk, each as `[label, text, {kind, start}]`. Only rules need `kind` and `start`,
// which describe the positions of the rules.

/** Games that are given by a code, a set or a name. */
export const GAMES = [
  ["Kayles", "0.77"], ["Dawson’s chess", "0.137"], ["Grundy’s game", "grundys-game"], ["A set of takings", "{1, 4, 9}"], ["Lasker’s Nim", "lasker-nim"],
  ["Wythoff’s queen", "wythoff"], ["Euclid", "euclid"], ["A graph", "a → b, c\nb → c, d\nc → d, a\nd →"], ["Dominoes on boards", "pieces xx, x/x"],
];

/** Rules in Python. Each example shows one idea in as few lines as possible. */
export const RULES = [
  ["Subtract a digit", "def options(n):\n    return [n - int(d) for d in str(n) if d != '0']\n"],
  ["A proper divisor", "def options(n):\n    return [n - d for d in range(1, n) if n % d == 0]\n"],
  ["Halve or take one", "def options(n):\n    return [n // 2, n - 1] if n else []\n"],
  ["Two rows: Kayles", "def options(n):\n    # A list is a sum:\n    # the move leaves both rows.\n    return [[a, n - k - a]\n        for k in (1, 2)\n        for a in range(n - k + 1)]\n"],
  ["A queen on a board", "def options(p):\n    a, b = p\n    for k in range(1, max(a, b) + 1):\n        if k <= a: yield (a - k, b)\n        if k <= b: yield (a, b - k)\n        if k <= min(a, b): yield (a - k, b - k)\n", { kind: "pairs" }],
  ["Turn ++ into −−", "def options(s):\n    return [s[:i] + '--' + s[i + 2:]\n            for i in range(len(s) - 1) if s[i:i + 2] == '++']\n", { kind: "list", start: "+++++++" }],
  ["A clock without end", "def options(n):\n    return [(n + k) % 10 for k in (2, 3)] if n else []\n", { kind: "list", start: "1" }],
];
