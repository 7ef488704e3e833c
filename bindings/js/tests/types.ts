// Code that must compile, and code that must not: `tsc` checks it.
import { analyze, type Analysis, call, type Catalogue, type CompoundAnalysis, type CompoundTurn, game, games, GrundyError, map, moves, play, type Solved, solve, type Turn, values } from "@grundy/engine";

const analysis: Analysis = analyze({ position: { nim: [3, "1000000000000000000000"], euclid: [[5, 26]] }, explain: true });
const winner: "first" | "second" | "draw" = analysis.winner;
const ruled = analyze({ games: { mine: "def options(n): return range(n)" }, position: { mine: [3] } }).winner;
const own = analyze({ games: { walk: { graph: { a: ["b"], b: [] } } }, position: { walk: ["a"] }, play: "misere" });
const listed: string[] = moves({ position: { nim: [3] }, only: "winning", limit: 5 }).moves.map(({ text }) => text);
const [to] = moves({ position: { nim: [3] } }).moves.map(({ game, index }) => `${game.length} ${index.toFixed()}`);
const length: number | null | undefined = analysis.remoteness;
const turn: Turn = play({ position: { nim: [3] }, move: { game: "nim", index: 0, to: 1 } });
const compound: CompoundAnalysis = analyze({ position: { nim: [3, 5n] }, compound: "conjunctive" });
const first: string | undefined = moves({ position: { nim: [3] }, compound: "selective" }).moves[0]?.combined_move[0]?.game;
const combined: CompoundTurn = play({ position: { nim: [3] }, compound: "selective", combined_move: [{ game: "nim", index: 0, to: 1 }] });
const catalogue: Catalogue = games({ tag: "heaps" });
const digits: number = catalogue.limits.max_digits;
const known = game("kayles").known?.period;
const { status, body }: { status: number; body: string } = call("v1/analyze", "{}");
const cells = map("euclid", { a: "1..3" }).values[0]?.[0];
const list = values("nim").values;
const many: (string | null | undefined)[] = values({ game: "nim", positions: { from: 0, to: 10n }, of: ["winner"] }).winner ?? [];
const every = values({ game: "mine", positions: "all", starts: [9], games: { mine: (n: number) => [n - 1] } }).period?.status;
try {
  analyze("{}");
} catch (error) {
  if (error instanceof GrundyError) console.log(error.code.length, error.errors[0]?.pointer);
}
const solved: Solved<string> = solve((row) => [row.slice(1)].filter((left) => left.length < row.length), "...", { limit: 10, key: (row) => row.length });
const worth: number | { infinite: number[] } = solved.grundy(".");
const halves: Solved<number> = solve(function* (n: number) { if (n > 1) yield [n >> 1, n - (n >> 1)]; }, 9);
const outcomes: ("win" | "draw" | "loss")[] = halves.moves(9, "misere").map(({ outcome }) => outcome);
const mine = analyze({ position: { mine: ["..."], other: [9], nim: [10n ** 30n] }, games: { mine: solved, other: (n: number) => [n - 1] } });
console.log(worth, outcomes, mine.grundy, solved.values.get("."), solved.size);
console.log(compound.combined_move?.length, compound.compound, length, to, first, combined.combined_reply, winner, ruled, own.winner, listed, turn, digits, known, status, body, cells, list, many, every);

// @ts-expect-error a position is missing
analyze({ play: "normal" });
// @ts-expect-error no such convention
analyze({ position: { nim: [3] }, play: "other" });
// @ts-expect-error a pair is not an integer
analyze({ position: { nim: [[1, 2]] } });
// @ts-expect-error the module's catalogue has no limits of HTTP
console.log(catalogue.limits.max_body_bytes);
