// The size of drawings. They are as large as their space allows. All drawings of a game have the same scale, which
// stays the same during the match.

/**
 * The space around drawings (rem). `FRAME` is the width and the height that the frame of a game and its caption need.
 * `CARD` is the width and the height that the edge and the text of a card need. `GAP` is the distance between cards,
 * `TOOLS` the height of the row of tools, and `MARGIN` the space below the board.
 */
const [FRAME, CARD, GAP, TOOLS, MARGIN] = [[2.4, 5.6], [1.1, 2.6], 1.25, 3.6, 0.75];

/**
 * The width of the text beside a heap (rem). It is `VALUED` with a value, `PLAN` with the chosen moves of a compound,
 * and otherwise `BESIDE`. `LINE` is the height of the line of chosen moves.
 */
const [BESIDE, VALUED, PLAN, LINE] = [3, 4.5, 13.5, 1.6];

/** In a low window, the frame needs only the height `THIN` (rem), and no space is kept for the row of tools. */
const [LOW, THIN] = ["(max-height: 32rem)", 2.5];

/** On a narrow screen, the caption has a third line of this height (rem). */
const [NARROW, THIRD] = ["(max-width: 40rem)", 1];

/**
 * `LEAST` is the least height of a card (rem). The board gets at least the fraction `PART` of the window's height. If
 * the page is in a frame of another page, the height of the board is `EMBEDDED` times its width.
 */
const [LEAST, PART, EMBEDDED] = [6, 0.42, 0.52];

/**
 * The largest scales of drawings, compared with text. `BOARD` is for boards, `PIECES` for rows and heaps, and `READ`
 * for drawings that are mostly text.
 */
const [BOARD, PIECES, READ] = [6, 3.2, 1.25];

/** In the view for a school class, everything is larger by this factor. */
const CLASS = 1.8;

/**
 * The scale for drawings that take the whole width and are too high for their card. They are made smaller, but not
 * below this scale, because they are mostly text.
 */
const TEXT = 0.9;

/**
 * The least scales, for a mouse and for fingers. If a drawing would be smaller, it is scrolled instead. At the scale
 * for fingers, stones have 24 px.
 */
const [SMALLEST, FINGERS] = [0.45, 0.6];

/** The least width of touchable parts, for a finger and for a mouse (em). */
const [FINGER, MOUSE] = [2, 1];

/** The size of the window for which drawings are laid out. */
const windowSize = { width: 0, height: 0 };

/** Smaller changes of the window's height are ignored: the bars of a phone's browser come and go. */
const SAME = 0.2;

/** A key for the size of the window. It changes only if drawings should be laid out again. */
export function windowKey() {
  if (innerWidth !== windowSize.width || Math.abs(innerHeight - windowSize.height) >= SAME * windowSize.height) Object.assign(windowSize, { width: innerWidth, height: innerHeight });
  return `${windowSize.width} ${windowSize.height} ${document.body.className}`;
}

const isForClass = () => document.body.classList.contains("class-room");
const isCoarse = () => matchMedia("(pointer: coarse)").matches;
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The room for the board, in rem: the width of its section, and the height that is left in the window. */
export function roomOf(section, { embedded }) {
  const unit = rem();
  const width = section.clientWidth / unit;
  if (embedded) return { width, height: width * EMBEDDED };
  const bar = document.getElementById("status");
  const top = section.getBoundingClientRect().top + scrollY;
  const below = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : matchMedia(LOW).matches || isForClass() ? 0 : TOOLS * unit;
  return { width, height: Math.max(innerHeight - top - below - MARGIN * unit, PART * innerHeight) / unit };
}

/** The height of a section with the gap below it and the space at the end of the page (rem). */
export const heightOf = (section) => section.offsetHeight / rem() + 3.5;

/**
 * Returns the room of a game (`wide`, `high`) and the room of each of its `components` components (`width`, `height`).
 * `games` is the number of games on the table. `least` is the least width of a touchable part.
 */
export function shareOf(whole, games, components) {
  const [wide, high] = [whole.width - FRAME[0], Math.max(whole.height / games, games > 1 ? 15 : 0) - (matchMedia(LOW).matches || isForClass() ? THIN : FRAME[1]) - (matchMedia(NARROW).matches ? THIRD : 0)];
  const columns = components <= 4 ? 1 : Math.min(components, Math.max(1, Math.floor(wide / 14)));
  const least = isCoarse() ? FINGER : MOUSE;
  const own = cell(wide, high, columns, components);
  return { ...own, least, wide, high };
}

/**
 * The room for the drawing of a card. If heaps are stacked, their text is beside them and has the width `beside`.
 * `line` is the height of a further line of text.
 */
const cell = (wide, high, columns, components, beside = 0, line = 0) => {
  const rows = Math.ceil(components / columns);
  const [edge, text] = beside ? [beside, 1.1] : [CARD[0], CARD[1] + line];
  return { width: (wide - (columns - 1) * GAP) / columns - edge, height: Math.max((high - (rows - 1) * GAP) / rows, LEAST) - text };
};

/** Sets the sizes of the cards of a game. `known` maps the id of each card to its size. */
export function settle(cards, { wide, high }, known) {
  const unit = rem();
  const list = cards[0].element.parentElement;
  const large = isForClass() ? CLASS : 1;
  const natural = new Map(cards.map((card) => [card, { width: card.drawn.offsetWidth / unit, height: card.drawn.offsetHeight / unit }]));
  const mostOf = ({ drawn }) => large * (drawn.querySelector(".plane, .graph, .turning, .signs, .ring") ? BOARD : drawn.classList.contains("fluid") ? READ : PIECES);
  const areHeaps = cards.length > 1 && cards.every(({ drawn }) => drawn.querySelector(".heap-of"));
  const [first] = cards;
  const isPlanned = first.element.querySelector(".plan") !== null;
  const beside = isPlanned ? PLAN : first.element.querySelector(".value") ? VALUED : BESIDE;
  if (!known.has(first.element.id)) {
    let best = { scale: 0 };
    for (let columns = 1; columns <= cards.length; columns += 1) {
      const fits = (card) => natural.get(card).width * leastOf(card) <= wide - beside;
      const isStacked = columns === 1 && areHeaps && (!isPlanned || wide > 3 * beside) && cards.every(fits);
      const own = cell(wide, high, columns, cards.length, isStacked ? beside : 0, isPlanned ? LINE : 0);
      const scale = Math.min(...cards.map((card) => {
        const { width, height } = natural.get(card);
        // A fluid drawing takes the whole width, so its natural size says nothing. It gets at least 20 em.
        if (card.drawn.classList.contains("fluid")) return Math.min(own.width / 20, mostOf(card));
        return Math.min(own.width / width, own.height / height, mostOf(card));
      }));
      if (scale > 1.02 * best.scale) best = { scale, columns, isStacked, ...own };
    }
    // Larger text has more lines. So drawings that take the whole width are measured at their final size.
    const least = Math.min(best.scale, TEXT);
    const highest = Math.max(...cards.filter(({ drawn }) => drawn.classList.contains("fluid")).map(({ drawn }) => {
      drawn.style.setProperty("font-size", `${best.scale}rem`);
      return drawn.offsetHeight / unit;
    }));
    if (highest > best.height) best.scale = Math.max(least, (best.scale * best.height) / highest);
    for (const card of cards) known.set(card.element.id, { ...best, scale: Math.max(best.scale, leastOf(card)), high: null });
  }
  const { columns, isStacked } = known.get(first.element.id);
  list.style.setProperty("grid-template-columns", `repeat(${columns}, minmax(0, 1fr))`);
  list.classList.toggle("stacked", isStacked);
  for (const card of cards) {
    const own = known.get(card.element.id);
    const { drawn, figure } = card;
    drawn.style.setProperty("font-size", `${own.scale.toFixed(3)}rem`);
    own.high ??= drawn.offsetHeight;
    figure.style.setProperty("height", `${own.high}px`);
    // A drawing that has grown during the match is drawn smaller.
    const over = Math.max(drawn.offsetHeight / own.high, drawn.classList.contains("fluid") ? 1 : drawn.offsetWidth / Math.max(figure.clientWidth, own.width * unit));
    if (over > 1.01) drawn.style.setProperty("font-size", `${Math.max(own.scale / over, leastOf(card)).toFixed(3)}rem`);
  }
}

/** The least scale of a card's drawing. */
const leastOf = ({ drawn }) => Math.max(isCoarse() && !drawn.querySelector(".plane") ? FINGERS : SMALLEST, ...[...drawn.querySelectorAll("[data-least]")].map((plane) => Number(plane.dataset.least)));
