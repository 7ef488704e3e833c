// The size of drawings: as large as their space allows, all of a game alike, and the same from the first move to the
// last.

/** The space around drawings (rem): a game's frame with its caption, a card's edge with its text, gaps, the row of tools, the margin below. */
const [FRAME, CARD, GAP, TOOLS, MARGIN] = [[2.4, 5.6], [1.1, 2.6], 1.25, 3.6, 0.5];

/** The width of the text beside a heap (rem): alone, with its value, and with the moves of a compound that are chosen there, and the height of their line. */
const [BESIDE, VALUED, PLAN, LINE] = [3, 4.5, 13.5, 1.6];

/** In a low window the frame is thinner, and the tools are below it. */
const [LOW, THIN] = ["(max-height: 32rem)", 2.5];

/** On a narrow screen the caption has a third line, which is so high (rem). */
const [NARROW, THIRD] = ["(max-width: 40rem)", 1];

/** The least height of a card (rem), the board's least share of the window, and the height of a frame in another page as a part of its width. */
const [LEAST, PART, EMBEDDED] = [6, 0.42, 0.56];

/** The largest scale of drawings beside text: of boards, of rows and heaps, and of what is read. */
const [BOARD, PIECES, READ] = [6, 3.2, 1.25];

/** On a screen for a class all is larger. */
const CLASS = 1.8;

/** The least scale of drawings of any width, if they are high: they are mostly text. */
const TEXT = 0.9;

/** Drawings that would be smaller than this are scrolled instead; those for fingers have stones of 24 px. */
const [SMALLEST, FINGERS] = [0.45, 0.6];

/** The least width of what is touched, by a finger and by a mouse (em). */
const [FINGER, MOUSE] = [2, 1];

/** The size of the window as drawings know it. */
const windowSize = { width: 0, height: 0 };

/** The bars of a phone's browser come and go, so a change of the window's height by less than this part is ignored. */
const SAME = 0.2;

/** The window's size, as a key: it changes only when drawings should be laid out anew. */
export function windowKey() {
  if (innerWidth !== windowSize.width || Math.abs(innerHeight - windowSize.height) >= SAME * windowSize.height) Object.assign(windowSize, { width: innerWidth, height: innerHeight });
  return `${windowSize.width} ${windowSize.height} ${document.body.className}`;
}

const isForClass = () => document.body.classList.contains("class-room");
const isCoarse = () => matchMedia("(pointer: coarse)").matches;
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The room for the board, in rem: the width that it has, and the height that the window leaves. */
export function roomOf(section, { embedded }) {
  const unit = rem();
  const width = section.clientWidth / unit;
  if (embedded) return { width, height: width * EMBEDDED };
  const bar = document.getElementById("status");
  const top = section.getBoundingClientRect().top + scrollY;
  const below = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : matchMedia(LOW).matches || isForClass() ? 0 : TOOLS * unit;
  return { width, height: Math.max(innerHeight - top - below - MARGIN * unit, PART * innerHeight) / unit };
}

/** The share of a game with so many components in the room of so many games, and the room of each of them. */
export function shareOf(whole, games, components) {
  const [wide, high] = [whole.width - FRAME[0], Math.max(whole.height / games, games > 1 ? 15 : 0) - (matchMedia(LOW).matches || isForClass() ? THIN : FRAME[1]) - (matchMedia(NARROW).matches ? THIRD : 0)];
  const columns = components <= 4 ? 1 : Math.min(components, Math.max(1, Math.floor(wide / 14)));
  const least = isCoarse() ? FINGER : MOUSE;
  const own = cell(wide, high, columns, components);
  return { ...own, least, wide, high };
}

/** The room of a card; heaps one below the other have their text beside them, which is `beside` wide. `line` is the height of a further line of text. */
const cell = (wide, high, columns, components, beside = 0, line = 0) => {
  const rows = Math.ceil(components / columns);
  const [edge, text] = beside ? [beside, 1.1] : [CARD[0], CARD[1] + line];
  return { width: (wide - (columns - 1) * GAP) / columns - edge, height: Math.max((high - (rows - 1) * GAP) / rows, LEAST) - text };
};

/** Gives the cards of a game their sizes, which are kept in `known` by the cards' names. */
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
        // A drawing of any width needs some width.
        if (card.drawn.classList.contains("fluid")) return Math.min(own.width / 20, mostOf(card));
        return Math.min(own.width / width, own.height / height, mostOf(card));
      }));
      if (scale > 1.02 * best.scale) best = { scale, columns, isStacked, ...own };
    }
    // Text that is wider has more lines: drawings of any width are measured at their size.
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
    // A drawing that has grown is drawn smaller.
    const over = Math.max(drawn.offsetHeight / own.high, drawn.classList.contains("fluid") ? 1 : drawn.offsetWidth / Math.max(figure.clientWidth, own.width * unit));
    if (over > 1.01) drawn.style.setProperty("font-size", `${Math.max(own.scale / over, leastOf(card)).toFixed(3)}rem`);
  }
}

/** The least size of a card's drawing. */
const leastOf = ({ drawn }) => Math.max(isCoarse() && !drawn.querySelector(".plane") ? FINGERS : SMALLEST, ...[...drawn.querySelectorAll("[data-least]")].map((plane) => Number(plane.dataset.least)));
