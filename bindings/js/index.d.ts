// What the package exports. Requests and answers are those of the service's contract, from which contract.d.ts is made.

import type { components } from "./contract.js";

type Schemas = components["schemas"];

/** An integer of 0 or more: a number, or a string of decimal digits. Answers have strings from 2^53 on. */
export type WireInteger = Schemas["WireInteger"];
/** A sum of games: the key of a game → its positions on the table. */
export type Position = Schemas["Position"];
export type AnalyzeRequest = Schemas["Request"];
export type Analysis = Schemas["Analysis"];
export type MovesRequest = Schemas["MovesRequest"];
export type Moves = Schemas["Moves"];
export type PlayRequest = Schemas["PlayRequest"];
export type Turn = Schemas["Turn"];
export type Move = Schemas["Move"];
export type Fault = Schemas["Fault"];

/** The games' rectangle of values, and their list of values. */
export type ValueMap = Schemas["Map"];
export type GrundyValues = Schemas["GrundyValues"];

/** How much one request may ask for: the service's limits but for those of HTTP. */
export type Limits = Pick<Schemas["Limits"], "max_digits" | "max_components" | "max_work" | "max_vertices" | "max_edges" | "max_cells">;
export type Game = Omit<Schemas["Game"], "limits"> & { limits: Limits };
export type KnownGame = Game & Pick<Schemas["KnownGame"], "known">;
export type Catalogue = Omit<Schemas["Catalogue"], "games" | "limits"> & { games: Game[]; limits: Limits };

/** A request that was refused: what the API answers as a problem (RFC 9457). */
export class GrundyError extends Error {
  readonly name: "GrundyError";
  readonly type: string;
  readonly title: string;
  /** The HTTP status that the service answers with. */
  readonly status: number;
  readonly detail: string;
  /** The kind of error, for programs: `illegal-position` and so on. */
  readonly code: string;
  /** Each thing that is wrong, with a JSON Pointer into the request. */
  readonly errors: Fault[];
  readonly errors_omitted: number;
}

/** Who wins, the Grundy value, and the move to make. A request may be JSON text. @throws {GrundyError} */
export function analyze(request: AnalyzeRequest | string): Analysis;
/** The moves, a page at a time. @throws {GrundyError} */
export function moves(request: MovesRequest | string): Moves;
/** Makes a move, and answers it. @throws {GrundyError} */
export function play(request: PlayRequest | string): Turn;
/** The games that have all words of `q`, and a tag; without either, all. @throws {GrundyError} */
export function games(search?: { q?: string; tag?: Schemas["Tag"] }): Catalogue;
/** One game, and what is known of its values. @throws {GrundyError} */
export function game(key: string): KnownGame;
/** The Grundy values of a rectangle of a game of two numbers; `a` and `b` are such as "1..40". @throws {GrundyError} */
export function map(game: string, sides?: { a?: string; b?: string }): ValueMap;
/** The Grundy values of a game of one integer; `n` is such as "0..100". @throws {GrundyError} */
export function values(game: string, n?: string): GrundyValues;

/**
 * Any of these calls as text: the path in the API, such as `v1/analyze` or `v1/games/nim`, and the JSON of the body; the
 * answer, or the problem, is byte for byte that of the service.
 */
export function call(path: string, body?: string): { status: number; body: string };
