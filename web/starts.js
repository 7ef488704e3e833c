// The first position of each game, and the whole rule of the game in at most three short lines. Both are written by
// hand. The rule includes poison, passing and the end. The position must be a win for the first player, but not by a
// move that ends the match at once. It must also have a move that does not win, except in games in which every move
// wins. A new game needs no entry here: without an entry, the page shows the catalogue's rules and example of the game.

import { digitsOf } from "./codes.js";

/**
 * Maps the id of a game to its rule, and to its first position as a link writes it. In a rule, `{k}` stands for a number
 * of the position. `{or}` and `{and}` stand for the numbers of the key, and `{code}` for a hint at the table of its code.
 * The text after `|` is used if the numbers are not known.
 */
const STARTS = new Map(Object.entries({
  euclid: ["Subtract a multiple of the smaller number from the larger. Both stay at least 1.", "euclid=7,25"],
  wizards: ["Take a, a², a³ … from the larger number b, or replace b by its remainder. The game ends when a number is 0.", "wizards=3,17&wizards=5,13"],
  "red-blue": ["Pick a red bead, and blue ones right behind it if you like. All of them change colour. It ends when all are blue.", "red-blue=RBBRBR"],
  "empty-and-divide": ["Empty one box, and divide the other between the two. Neither may stay empty.", "empty-and-divide=7,12"],
  "power-pile": ["Take a power of {base|the base}: 1, {base|a}, {base|a}² … stones.", "power-pile=3,14&power-pile=2,8"],
  nim: ["Take any number of stones from one heap.", "nim=3&nim=4&nim=5"],
  bachet: ["Take 1 to {k} stones.", "bachet=3,17"],
  "take-between": ["Take at least {l} and at most {r} stones. With fewer than {l} left nobody can move.", "take-between=2,5,19"],
  aliquot: ["Subtract a divisor of the number, not the number itself. It ends at 1.", "aliquot=28"],
  dim: ["Subtract a divisor of the number; the number itself is one.", "dim=12&dim=15"],
  "square-nim": ["Take a square number of stones: 1, 4, 9 …", "square-nim=19"],
  "sequential-nim": ["Take from the first heap that is not empty, as many as you like.", "sequential-nim=3,1,2,4"],
  "staircase-nim": ["Move coins one step down, as many of one step as you like. From step 1 they leave.", "staircase-nim=2,1,3,2"],
  "silver-dollar": ["Slide a coin to the left. It neither jumps over another nor lands on one.", "silver-dollar=2,5,8,12"],
  nimble: ["Move one coin to the left, as far as you like. Squares hold any number of coins.", "nimble=0,1,0,1,0,1,1"],
  "poisoned-bar": ["Break the bar along a line, and eat the part without the poisoned square. Who is left with the poison loses.", "poisoned-bar=1,3,2,4"],
  "euclid-zero": ["Subtract a multiple of the smaller number from the larger, down to 0 at least. At 0 it ends.", "euclid-zero=25,7"],
  "even-if-not-all": ["Take an even number of stones, but not all; or all, if their number is odd. A heap of 2 is stuck.", "even-if-not-all=13&even-if-not-all=10"],
  "at-least-half": ["Take at least half of the stones.", "at-least-half=17&at-least-half=6"],
  king: ["Move the king one square left, down, or both. In the corner it ends.", "king=4,7"],
  "floor-divide": ["Divide by 2, 3, 4, 5 or 6, and round down. It ends at 0.", "floor-divide=247"],
  "multiplication-game": ["Multiply p by 2 to 9. Who reaches {n} wins.", "multiplication-game=1,1000"],
  mark: ["Subtract 1, or halve and round down. It ends at 0.", "mark=26&mark=9"],
  "prime-nim": ["Take 1 stone, or a prime number of them.", "prime-nim=27"],
  "equal-split": ["Divide a heap into equal heaps, at least two.", "equal-split=18&equal-split=12"],
  rims: ["Take any number of stones, at least one, and then divide what is left in two if you like.", "rims=5&rims=7"],
  "zero-one": ["Write 0 or 1 on an empty square. Equal digits never stand side by side.", "zero-one=..0...1...."],
  welter: ["Move a coin left to any free square. It may jump over others.", "welter=2,5,6,9"],
  "end-nim": ["Take from the first or the last heap, as many stones as you like.", "end-nim=3,1,4,2"],
  prim: ["Take m of n stones, if m and n have no common factor but 1.", "prim=15&prim=8"],
  "coprime-take-away": ["Take a number of stones that has no factor in common with {K} but 1.", "coprime-take-away=15,17&coprime-take-away=14,9"],
  hackenbush: ["Cut a stalk. All that no longer hangs on the ground falls.", "hackenbush=0.1,1.2,1.3,0.4,4.5,5.6,6.4,0.7"],
  chomp: ["Bite a square: all right of it and below it goes, too. The poisoned square may not be bitten: who is left with it loses.", "chomp=5,5,4,4"],
  wythoff: ["Move the queen left, down, or along the diagonal to the left and down. Who brings her to the corner wins.", "wythoff=6,9"],
  "t-wythoff": ["Take any number of stones from one heap, or at least one from each: numbers that differ by less than {t}.", "t-wythoff=2,5,9"],
  knight: ["Move the knight: two squares left or down, and one to either side. At the end it has nowhere to go.", "knight=8,9"],
  "chocolate-bar": ["Break a piece along a line. Both parts stay. It ends when all are single squares.", "chocolate-bar=4,6&chocolate-bar=3,5"],
  "cutting-game": ["Cut a sheet along a line; no part may be of width 1, since then the other cuts a single square, which wins.", "cutting-game=6,8"],
  "fibonacci-nim": ["Take 1 to q stones. After t stones the next may be at most 2t.", "fibonacci-nim=14,13"],
  "take-away": ["Take 1 to q stones. After t stones the next may be at most {k} times t.", "take-away=3,20,19"],
  moore: ["Take stones from up to {k} heaps, from each as many as you like.", "moore=2,3,5,7,4"],
  "turning-turtles": ["Turn a coin from heads to tails, and one more left of it if you like, either way.", "turning-turtles=2,4,7"],
  twins: ["Turn two coins, the right one from heads to tails.", "twins=2,4,7"],
  lieges: ["Take one stone, or split an even heap into {k} heaps of half as many.", "lieges=2,6&lieges=3,4"],
  "tower-breakers": ["Reduce the height to a proper divisor of it. It ends at 1.", "tower-breakers=60&tower-breakers=12"],
  "zero-move-nim": ["Take any number of stones. Once in each heap, while it is not empty, one of you may pass.", "zero-move-nim=5,1&zero-move-nim=3,1"],
  "poker-nim": ["Take chips from the heap for good, or add chips from the bank.", "poker-nim=5,3&poker-nim=3,2"],
  "mock-turtles": ["Turn one, two or three coins, the right one from heads to tails.", "mock-turtles=1,4,6,9"],
  ruler: ["Turn any coins in a row, the right one from heads to tails.", "ruler=1,4,6,7"],
  "strange-nim": ["Take at most the heap divided by {k}. With fewer than {k} stones it is stuck.", "strange-nim=2,17&strange-nim=2,6"],
  "turning-corners": ["Turn the four corners of a rectangle. The one on the right above must be heads.", "turning-corners=1.3,2.1,3.3"],
  notakto: ["Write an X on a board without three in a row.", "notakto=X........&notakto=.X.......&play=misere"],
  clobber: ["Put a stone on a stone of the other colour beside it, which is taken off. You both move both colours.", "clobber=xox/oxo/xox"],
  "vertex-geography": ["Move the token along an edge. The vertex that it leaves is deleted with its edges.", "vertex-geography=0,0.2,0.4,0.5,1.3,2.5,3.4,3.7,4.5,4.7,5.8,6.7,7.8"],
  "edge-geography": ["Move the token along an edge, which is then deleted.", "edge-geography=0,0.3,0.5,0.6,1.4,1.5,2.3,3.5,4.6,5.6"],
  cram: ["Put a domino on two free squares side by side or one above the other.", "cram=...../...../...../....."],
  "node-kayles": ["Take a vertex with all its neighbours.", "node-kayles=0.1,1.2,2.3,3.4,4.0,1.5,3.6,6.7"],
  "arc-kayles": ["Take an edge with both its ends, and all edges at them.", "arc-kayles=0.1,1.2,2.3,3.4,4.0,1.5,3.6,6.7"],
  grim: ["Take a vertex that has a neighbour. Vertices alone are out of play.", "grim=0.1,1.2,2.3,3.4,4.0,1.5,3.6,6.7"],
  poset: ["Take an element with all that are above it.", "poset=a:c,a:d,b:d,b:e,c:f,d:f,d:g,e:g"],
  "subset-take-away": ["Take a set with all that contain it.", "subset-take-away=1,2,3,4,1.2,1.3,2.3,3.4"],
  queens: ["Put a queen where no other one attacks.", "queens=...../...../...../...../....."],
  kayles: ["Knock down one pin, or two that stand side by side.", "kayles=12"],
  "dawsons-kayles": ["Knock down two pins that stand side by side.", "dawsons-kayles=16"],
  "dawsons-chess": ["Take a file of pawns with the files next to it.", "dawsons-chess=13"],
  treblecross: ["Write a cross. Who makes three in a row wins, so nobody writes next to a cross or two squares away.", "treblecross=17"],
  "lasker-nim": ["Take any number of stones from a heap, or split it in two.", "lasker-nim=4&lasker-nim=6&lasker-nim=7"],
  "grundys-game": ["Split a heap into two of different sizes. Heaps of 1 and 2 stay.", "grundys-game=13"],
  officers: ["Take one soldier from a heap, but not the last, and split the others in two if you like.", "officers=9&officers=7"],
  guiles: ["Take a heap of 1 or 2, or take two from a heap and split the rest in two.", "guiles=11&guiles=9"],
  stalking: ["Take one token, or a whole heap of two.", "stalking=3&stalking=2&stalking=4"],
  daisies: ["Split a heap in two, or take one token and split the rest if you like.", "daisies=7&daisies=4"],
  "kenyons-game": ["Take one token; or take two, and split the rest in up to three heaps.", "kenyons-game=9&kenyons-game=7"],
  "couples-are-forever": ["Split a heap in two. A heap of 2 is a couple and stays.", "couples-are-forever=9&couples-are-forever=7"],
  subtraction: ["Take {or|one of the numbers in the parentheses}.", "subtraction(1,4,9)=24&subtraction(1,4,9)=13"],
  "all-but": ["Take any number except {and|those in the parentheses}.", "all-but(2,5)=17&all-but(2,5)=9"],
  circular: ["Tokens in a circle: take some that lie together{code|, as the code permits}. The first move leaves a row.", "circular(0.77)=8&circular(0.77)=row5"],
  octal: ["Take tokens that lie together{code|: the code's digit for their number says what may be left of the row}.", "octal(0.137)=17"],
  hexadecimal: ["Take tokens that lie together{code|: the code's digit for their number says what may be left, up to three rows}.", "hexadecimal(0.3f)=11&hexadecimal(0.3f)=6"],
}));

/** The entry for a key. A key with parameters has the entry of its family. */
const ofKey = (key) => STARTS.get(key.replace(/\(.*/, ""));

/** The short rule of a game, with the numbers that all `pieces` share, or null. */
export function shortRule({ id, own, text_form: form = "" }, pieces = []) {
  const [, numbers] = id.match(/\((.*)\)$/) ?? [];
  const joined = (word) => numbers?.replaceAll(",", ", ").replace(/, (\d+)$/, ` ${word} $1`);
  const shared = form.split(",").map((name, at) => [name, pieces.length && pieces.every((piece) => String(piece[at]) === String(pieces[0][at])) ? pieces[0][at] : undefined]);
  const known = { ...Object.fromEntries(shared), or: joined("or"), and: joined("and"), code: digitsOf(id) ? ", as the table says" : undefined };
  return own ? null : ofKey(id)?.[0].replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name, otherwise = name) => known[name] ?? otherwise) ?? null;
}

/** The first position of a game, as a link. */
export const firstOf = ({ id, example }) => ofKey(id)?.[1] ?? example.text;
