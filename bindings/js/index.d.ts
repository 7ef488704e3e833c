// The exports of the package. Requests and answers are those of the service. contract.d.ts is made from the contract of
// the service.

import type { components } from "./contract.js";

type Schemas = components["schemas"];

/** An integer of 0 or more: a number, or a string of decimal digits. Answers have strings from 2^53 on. */
export type WireInteger = Schemas["WireInteger"];

/** The type `T`, in which a BigInt may replace any integer. */
export type Wide<T> = T extends number ? T | bigint : T extends object ? { [K in keyof T]: Wide<T[K]> } : T;
/** A move in a request whose games are functions. */
export type OwnMove = { game: string; index: number; to: unknown; from?: unknown; [told: string]: unknown };
/** A request whose games are functions. The positions of such games may be any values. */
export type Own<R> = Omit<R, "games" | "position" | "move" | "combined_move"> & {
  position: { [key: string]: readonly unknown[] };
  games: { [name: string]: Options<any> | Solved<any> | Definition | string };
} & ("move" extends keyof R ? { move?: OwnMove; combined_move?: readonly OwnMove[] } : {});
/** A game as data: rules, a graph, or vectors. A string is short for `{ rules }`. */
export type Definition = NonNullable<AnalyzeRequest["games"]>[string];

/**
 * A game as a function, which is given a position and returns its options. If a move splits a position, the option is an
 * array, which stands for the sum of its elements. If positions are arrays themselves, each option must be an array of
 * positions, even for a single position: `[[3, 4]]` is the option that is only the position `[3, 4]`.
 */
export type Options<P> = (position: P) => Iterable<P | readonly P[]>;
/** A Grundy value, or an infinite value. `infinite` has the finite values of the options. */
export type Worth = number | { infinite: number[] };
export type Play = "normal" | "misere";

/** How positions are explored. */
export interface Settings<P> {
  /** Returns a key that distinguishes positions, as in a Map. By default, a primitive is its own key, and the key of an object is its JSON. */
  key?: (position: P) => unknown;
  /** The largest number of positions, by default a million. If there are more, a RangeError is thrown. */
  limit?: number;
  /** Is called after every 4,096 positions, with the number of explored positions and the number of found ones. */
  onProgress?: (progress: { explored: number; found: number }) => void;
}

/** A solved game. If no position is given, the start is meant. A position that can't be reached throws a RangeError. */
export interface Solved<P> {
  readonly start: P;
  /** The number of positions. */
  readonly size: number;
  /** Every position and its value. */
  readonly values: Map<P, Worth>;
  grundy(position?: P): Worth;
  /** The winner: `first` is the player to move. In games that split, misère play is searched, and a RangeError is thrown if the search is too large. */
  winner(position?: P, play?: Play): "first" | "second" | "draw";
  /** The number of moves that a perfect game lasts; null if it never ends. Games that split do not have it. */
  remoteness(position?: P, play?: Play): number | null;
  /** The moves, in the order of the options. In games that split, `to` is always a list. */
  moves(position?: P, play?: Play): { to: P | P[]; grundy: Worth; outcome: "win" | "draw" | "loss" }[];
}

/** Explores a game, and solves it. */
export function solve<P>(options: Options<P>, start: P, settings?: Settings<P>): Solved<P>;
/** A sum of games: the key of a game → the list of its positions. */
export type Position = Schemas["Position"];
export type AnalyzeRequest = Schemas["Request"];
/** The type `T`, in which the members `K` are always there. */
type With<T, K extends keyof T> = T & Required<Pick<T, K>>;
/** An analysis of a sum. */
export type Analysis = Schemas["Analysis"] & { remoteness?: number | null };
export type MovesRequest = Schemas["MovesRequest"];
/** A page of the moves of a sum. */
export type Moves = Omit<Schemas["Moves"], "moves"> & { moves: With<Schemas["ListedMove"], "game" | "index" | "to">[] };
export type PlayRequest = Schemas["PlayRequest"];
export type Turn = Schemas["Turn"];
/** A kind of compound other than a sum. */
export type Compound = Schemas["Compound"];
export type CompoundAnalysis = With<Schemas["Analysis"], "compound" | "combined_move">;
export type CompoundMoves = With<Omit<Schemas["Moves"], "moves">, "compound"> & { moves: With<Schemas["ListedMove"], "combined_move">[] };
export type CompoundTurn = With<Turn, "compound" | "combined_reply">;
export type Move = Schemas["Move"];
export type Fault = Schemas["Fault"];
export type ValuesRequest = Schemas["ValuesRequest"];
export type Values = Schemas["ValuesAnswer"];
/** A request about many positions of a game that is a function. If all positions are requested, starts are needed. */
export type OwnValues = Omit<ValuesRequest, "games" | "positions" | "starts"> & {
  positions: readonly unknown[] | "all";
  starts?: readonly unknown[];
  games: { [name: string]: Options<any> | Solved<any> | Definition | string };
};

export type QuotientRequest = Schemas["QuotientRequest"];
/** A misère quotient: its elements, the table of products, the P-portion, and the element of each position. */
export type Quotient = Schemas["MisereQuotient"];

/** The rectangle of values of a game, and the list of values of a game. */
export type ValueMap = Schemas["GrundyMap"];
export type GrundyValues = Schemas["GrundyValues"];

/** The limits of one request: those of the service, without the limits of HTTP. */
export type Limits = Pick<Schemas["Limits"], "max_digits" | "max_components" | "max_work" | "max_vertices" | "max_edges" | "max_cells">;
export type Game = Omit<Schemas["Game"], "limits"> & { limits: Limits };
export type KnownGame = Game & Pick<Schemas["KnownGame"], "known">;
export type Catalogue = Omit<Schemas["Catalogue"], "games" | "limits"> & { games: Game[]; limits: Limits };

/** The error of a refused request: the problem with which the API would answer (RFC 9457). */
export class GrundyError extends Error {
  readonly name: "GrundyError";
  readonly type: string;
  readonly title: string;
  /** The HTTP status with which the service would answer. */
  readonly status: number;
  readonly detail: string;
  /** The kind of error, for programs: `illegal-position` and so on. */
  readonly code: string;
  /** Each fault, with a JSON Pointer into the request. */
  readonly errors: Fault[];
  readonly errors_omitted: number;
}

/** Returns the winner of a compound other than a sum, and the combined move to make. @throws {GrundyError} */
export function analyze(request: (Wide<AnalyzeRequest> | Own<AnalyzeRequest>) & { compound: Compound }): CompoundAnalysis;
/** Returns the winner, the Grundy value, and the move to make. A request may be JSON text. @throws {GrundyError} */
export function analyze(request: Wide<AnalyzeRequest> | Own<AnalyzeRequest> | string): Analysis;
/** Returns a page of the combined moves of a compound other than a sum. @throws {GrundyError} */
export function moves(request: (Wide<MovesRequest> | Own<MovesRequest>) & { compound: Compound }): CompoundMoves;
/** Returns a page of the moves. @throws {GrundyError} */
export function moves(request: Wide<MovesRequest> | Own<MovesRequest> | string): Moves;
/** Makes a combined move, and returns the reply. @throws {GrundyError} */
export function play(request: (Wide<PlayRequest> | Own<PlayRequest>) & { compound: Compound }): CompoundTurn;
/** Makes a move, and returns the reply. @throws {GrundyError} */
export function play(request: Wide<PlayRequest> | Own<PlayRequest> | string): Turn;
/** Returns the games that have words of `q` and the tag, the best first, and in `elsewhere` why a game that `q` names is not here. Without `q` and `tag`, returns all games. @throws {GrundyError} */
export function games(search?: { q?: string; tag?: Schemas["Tag"] }): Catalogue;
/** Returns one game, and what is known about its values. @throws {GrundyError} */
export function game(key: string): KnownGame;
/** Returns the Grundy values of a rectangle, for a game whose positions are two numbers. `a` and `b` are ranges such as "1..40". @throws {GrundyError} */
export function map(game: string, sides?: { a?: string; b?: string }): ValueMap;
/** Returns the misère quotient of positions, or of all heaps of the game with this key. A request may be JSON text. @throws {GrundyError} */
export function quotient(request: Wide<QuotientRequest> | string): Quotient;
/** Returns the values of many separate positions of one game: a list, a range, or all. A request may be JSON text. @throws {GrundyError} */
export function values(request: Wide<ValuesRequest> | OwnValues | `{${string}`): Values;
/** Returns the Grundy values of a game whose positions are integers. `n` is a range such as "0..100". @throws {GrundyError} */
export function values(game: string, n?: string): GrundyValues;

/**
 * Makes any of these calls with texts: the path in the API, such as `v1/analyze` or `v1/games/nim`, and the JSON of the
 * body. Returns the same answer or problem as the service, byte for byte.
 */
export function call(path: string, body?: string): { status: number; body: string };
