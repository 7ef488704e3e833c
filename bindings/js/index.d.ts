// The package's exports. Requests and answers are those of the service's contract, from which contract.d.ts is made.

import type { components } from "./contract.js";

type Schemas = components["schemas"];

/** An integer of 0 or more: a number, or a string of decimal digits. Answers have strings from 2^53 on. */
export type WireInteger = Schemas["WireInteger"];

/** The same type with integers of JavaScript beside those of JSON. */
export type Wide<T> = T extends number ? T | bigint : T extends object ? { [K in keyof T]: Wide<T[K]> } : T;
/** A move of a request with games that are functions. */
export type OwnMove = { game: string; index: number; to: unknown; from?: unknown; [told: string]: unknown };
/** A request with games that are functions, whose positions may be any values. */
export type Own<R> = Omit<R, "games" | "position" | "move" | "combined_move"> & {
  position: { [key: string]: readonly unknown[] };
  games: { [name: string]: Options<any> | Solved<any> | Definition | string };
} & ("move" extends keyof R ? { move?: OwnMove; combined_move?: readonly OwnMove[] } : {});
/** A game as data: rules, a graph, or vectors. A string in place of it is short for `{ rules }`. */
export type Definition = NonNullable<AnalyzeRequest["games"]>[string];

/**
 * A game that is a function: from a position where its moves lead. An option that is an array is the sum of its elements, for
 * moves that split. Where positions are arrays themselves, each option is one with the position in it: `[[3, 4]]`.
 */
export type Options<P> = (position: P) => Iterable<P | readonly P[]>;
/** A value: a Grundy value, or where play need not end the finite values of the options. */
export type Worth = number | { infinite: number[] };
export type Play = "normal" | "misere";

/** The way in which positions are explored. */
export interface Settings<P> {
  /** Makes a key that tells positions apart, as in a Map. Otherwise a primitive is its own key, and an object has its JSON. */
  key?: (position: P) => unknown;
  /** The most positions, usually a million: more throw a RangeError. */
  limit?: number;
  /** Is called after every 4,096 positions with the numbers of positions explored and found. */
  onProgress?: (progress: { explored: number; found: number }) => void;
}

/** A game that is solved. A position that is not given is the start; one that can't be reached is a RangeError. */
export interface Solved<P> {
  readonly start: P;
  /** The number of positions. */
  readonly size: number;
  /** Every position and its value. */
  readonly values: Map<P, Worth>;
  grundy(position?: P): Worth;
  /** The winner: `first` is the player to move. Misère play of games that split is searched; a RangeError if that takes too much. */
  winner(position?: P, play?: Play): "first" | "second" | "draw";
  /** The number of moves that a perfect game lasts, null if it never ends. Not for games that split. */
  remoteness(position?: P, play?: Play): number | null;
  /** The moves, in the order of the options; where moves split, `to` is always a list. */
  moves(position?: P, play?: Play): { to: P | P[]; grundy: Worth; outcome: "win" | "draw" | "loss" }[];
}

/** Explores a game, and solves it. */
export function solve<P>(options: Options<P>, start: P, settings?: Settings<P>): Solved<P>;
/** A sum of games: the key of a game → its positions on the table. */
export type Position = Schemas["Position"];
export type AnalyzeRequest = Schemas["Request"];
export type Analysis = Schemas["Analysis"];
export type MovesRequest = Schemas["MovesRequest"];
export type Moves = Schemas["Moves"];
export type PlayRequest = Schemas["PlayRequest"];
export type Turn = Schemas["Turn"];
/** A kind of compound other than a sum. */
export type Compound = Schemas["Compound"];
export type CompoundAnalysis = Schemas["CompoundAnalysis"];
export type CompoundMoves = Schemas["CompoundMoves"];
export type CompoundTurn = Schemas["CompoundTurn"];
export type Move = Schemas["Move"];
export type Fault = Schemas["Fault"];
export type ValuesRequest = Schemas["ValuesRequest"];
export type Values = Schemas["ValuesAnswer"];
/** A question about many positions of a game that is a function, which needs starts if all are asked for. */
export type OwnValues = Omit<ValuesRequest, "games" | "positions" | "starts"> & {
  positions: readonly unknown[] | "all";
  starts?: readonly unknown[];
  games: { [name: string]: Options<any> | Solved<any> | Definition | string };
};

/** The games' rectangle of values, and their list of values. */
export type ValueMap = Schemas["GrundyMap"];
export type GrundyValues = Schemas["GrundyValues"];

/** The limits of one request: those of the service but for those of HTTP. */
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

/** Says who wins another compound than a sum, and the combined move to make. @throws {GrundyError} */
export function analyze(request: (Wide<AnalyzeRequest> | Own<AnalyzeRequest>) & { compound: Compound }): CompoundAnalysis;
/** Says who wins, the Grundy value, and the move to make. A request may be JSON text. @throws {GrundyError} */
export function analyze(request: Wide<AnalyzeRequest> | Own<AnalyzeRequest> | string): Analysis;
/** The combined moves of another compound than a sum, a page at a time. @throws {GrundyError} */
export function moves(request: (Wide<MovesRequest> | Own<MovesRequest>) & { compound: Compound }): CompoundMoves;
/** The moves, a page at a time. @throws {GrundyError} */
export function moves(request: Wide<MovesRequest> | Own<MovesRequest> | string): Moves;
/** Makes a combined move, and answers it. @throws {GrundyError} */
export function play(request: (Wide<PlayRequest> | Own<PlayRequest>) & { compound: Compound }): CompoundTurn;
/** Makes a move, and answers it. @throws {GrundyError} */
export function play(request: Wide<PlayRequest> | Own<PlayRequest> | string): Turn;
/** The games that have all words of `q`, and a tag; without either, all. @throws {GrundyError} */
export function games(search?: { q?: string; tag?: Schemas["Tag"] }): Catalogue;
/** One game, and what is known of its values. @throws {GrundyError} */
export function game(key: string): KnownGame;
/** The Grundy values of a rectangle of a game of two numbers; `a` and `b` are such as "1..40". @throws {GrundyError} */
export function map(game: string, sides?: { a?: string; b?: string }): ValueMap;
/** Answers for many positions of one game, each for itself: a list, a range, or all. A request may be JSON text. @throws {GrundyError} */
export function values(request: Wide<ValuesRequest> | OwnValues | `{${string}`): Values;
/** The Grundy values of a game of one integer; `n` is such as "0..100". @throws {GrundyError} */
export function values(game: string, n?: string): GrundyValues;

/**
 * Any of these calls as text: the path in the API, such as `v1/analyze` or `v1/games/nim`, and the JSON of the body; the
 * answer, or the problem, is byte for byte that of the service.
 */
export function call(path: string, body?: string): { status: number; body: string };
