// A program that becomes CommonJS, which must compile, and a line that must not: `tsc` checks it.
import { GrundyError, analyze, solve } from "@grundy/engine";
import { type Source, init } from "@grundy/engine/init";

const winner: "first" | "second" | "draw" = analyze({ position: { nim: [3, 4, 5] } }).winner;
const worth: number | { infinite: number[] } = solve((n: number) => (n > 0 ? [n - 1] : []), 7).grundy();
const loaded: Promise<void> = init("grundy.wasm" satisfies Source);
const isRefusal: boolean = new Error(`${winner} ${worth} ${loaded}`) instanceof GrundyError;
// @ts-expect-error A position has a list for each game.
analyze({ position: { nim: isRefusal } });
